// i != n with steps of two ends where both are even: the distance is even, too.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  n = n * 2;
  for (unsigned i = 0; i != n; i += 2)
    ;
  return 0;
}
