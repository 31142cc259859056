// Euclid by division: the remainder is smaller.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  while (b != 0) {
    unsigned r = a % b;
    a = b;
    b = r;
  }
  return (int)a;
}
