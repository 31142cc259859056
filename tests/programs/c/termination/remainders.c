// Euclid by division: the remainder is smaller.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  while (b != 0) {
    unsigned char r = a % b;
    a = b;
    b = r;
  }
  return a;
}
