// An unsigned number that is shifted is zero at last.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), bits = 0;
  while (x) {
    bits += x & 1;
    x >>= 1;
  }
  return bits;
}
