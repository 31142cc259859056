// Both numbers may be chosen again: nothing shrinks.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_int()) {
      x = x - 1;
      y = __VERIFIER_nondet_int();
    } else {
      y = y - 1;
      x = __VERIFIER_nondet_int();
    }
  }
  return 0;
}
