// Every divisor is tested before; INT_MIN / -1 is no division by zero.
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  long c = __VERIFIER_nondet_long();
  if (b != 0) a /= b;
  if (c > 5 || c < -5) a %= (int)(c / 5) | 1;
  return 1.0 / a > 0;
}
