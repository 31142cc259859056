// Halving comes to 0.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), bits = 0;
  while (n > 0) {
    n = n / 2;
    bits++;
  }
  return (int)bits;
}
