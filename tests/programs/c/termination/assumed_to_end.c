// A run that is cut by an assumption is none.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int();
  __VERIFIER_assume(step > 0 && step < 100);
  while (x > 0)
    x = x - step;
  return 0;
}
