// A recursion over even numbers that is called with an odd one.
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned half(unsigned n) {
  if (n == 0)
    return 0;
  return half(n - 2) + 1;
}
int main(void) {
  half(__VERIFIER_nondet_uint());
  return 0;
}
