// A difference of the guard decreases.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  while (x < n)
    x = x + 1;
  return 0;
}
