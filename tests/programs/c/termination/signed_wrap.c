// With wrap-around as gcc -fwrapv has it no int is greater than the largest one.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned i = 0;
  while ((int)i <= n)
    i = i + 1u;
  return 0;
}
