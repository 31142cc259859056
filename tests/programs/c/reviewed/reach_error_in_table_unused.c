// A pointer to the error function that nobody calls is no violation.
extern void reach_error(void);
static void ignore(void) {}

struct handlers {
  void (*success)(void);
  void (*failure)(void);
};
static const struct handlers handlers = {ignore, reach_error};

int main(void) {
  handlers.success();
  return handlers.failure == 0;
}
