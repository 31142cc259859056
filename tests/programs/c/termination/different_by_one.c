// Every integer is met on the way round.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  while (i != n)
    i = i + 1;
  return 0;
}
