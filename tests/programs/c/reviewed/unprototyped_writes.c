// A function without a prototype may write through the pointers it is given.
extern void reach_error(void);
extern void fill();

int main(void) {
  _Bool flag = 0;
  fill(&flag);
  if (flag)
    reach_error();  // violated: unreach
  return 0;
}
