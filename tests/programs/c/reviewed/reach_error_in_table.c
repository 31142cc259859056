// The error function counts when it is called through a struct of function pointers.
extern void reach_error(void);
static void ignore(void) {}

struct handlers {
  void (*success)(void);
  void (*failure)(void);
};
static const struct handlers handlers = {ignore, reach_error};

int main(void) {
  handlers.success();
  handlers.failure();  // violated: unreach
  return 0;
}
