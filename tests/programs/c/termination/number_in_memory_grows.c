// The counter behind a pointer is set back in every round.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned n = 0;
  int *p = &x;
  while (*p > 0) {
    *p = *p - 1;
    *p = *p + 1;
    n++;
  }
  return 0;
}
