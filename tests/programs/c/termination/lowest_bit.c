// Clearing the lowest bit makes a number smaller.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), bits = 0;
  while (x) {
    x &= x - 1;
    bits++;
  }
  return bits;
}
