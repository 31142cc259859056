// A function without a body may write through its argument also when it is called through a struct.
extern void reach_error(void);
extern void set(_Bool *place);

struct operations {
  void (*set)(_Bool *);
};
static const struct operations operations = {set};

int main(void) {
  _Bool flag = 0;
  operations.set(&flag);
  if (flag)
    reach_error();  // violated: unreach
  return 0;
}
