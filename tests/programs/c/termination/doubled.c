// A power of two that is doubled is zero at last.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 1;
  while (x < n && x != 0)
    x *= 2;
  return 0;
}
