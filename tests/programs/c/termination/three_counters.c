// Three numbers in lexicographic order: each step resets those behind.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  while (x > 0 && y > 0 && z > 0) {
    if (__VERIFIER_nondet_int()) {
      x = x - 1;
    } else if (__VERIFIER_nondet_int()) {
      y = y - 1;
      z = __VERIFIER_nondet_int();
    } else {
      z = z - 1;
      x = x - 1;
    }
  }
  return 0;
}
