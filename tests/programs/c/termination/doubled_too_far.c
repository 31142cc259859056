// Where n is greater than every power of two, the doubled number is zero and stays so.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 1, steps = 0;
  while (x < n) {
    x *= 2;
    steps++;
  }
  return 0;
}
