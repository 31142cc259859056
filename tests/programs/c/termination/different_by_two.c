// Where the distance is odd, steps of two never meet.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  while (i != n)
    i = i + 2;
  return 0;
}
