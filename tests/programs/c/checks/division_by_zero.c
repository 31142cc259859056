// Divisors that may be zero, signed and unsigned, in all three spellings.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (b > 3) return 0;
  unsigned safe = a / (b + 1);
  a %= b * 2 + 1;
  return safe % (a - b);  // violated: division
}
