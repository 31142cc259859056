// Under --strict-env nothing is concluded from a pointer that a function without a body is not taken to write.
extern void reach_error(void);
extern void locate(char **place);

int main(void) {
  char *p = 0;
  locate(&p);
  if (p)
    reach_error();
  return 0;
}
