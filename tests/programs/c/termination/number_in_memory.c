// The counter is behind a pointer.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = &x;
  while (*p > 0)
    *p = *p - 1;
  return 0;
}
