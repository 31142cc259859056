// A flag ends the loop after the work is done.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int left = __VERIFIER_nondet_int(), done = 0;
  while (!done) {
    if (left <= 0)
      done = 1;
    else
      left--;
  }
  return 0;
}
