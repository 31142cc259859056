// Wrap-around ends the loop, where x + 1 is the least integer.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x + 1 > x)
    x = x + 1;
  return 0;
}
