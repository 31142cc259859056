// Whoever gives 1 in every round is asked for ever.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  while (__VERIFIER_nondet_int() == 1)
    sum = sum + 1;
  return sum;
}
