// Two calls, both with smaller numbers.
extern int __VERIFIER_nondet_int(void);
static int fibonacci(int n) {
  if (n < 1)
    return 0;
  if (n == 1)
    return 1;
  return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
  fibonacci(__VERIFIER_nondet_int());
  return 0;
}
