// The recursion looks at a global that nobody changes.
extern int __VERIFIER_nondet_int(void);
static int limit, depth;
static void go(void) {
  if (limit > 3) {
    depth = (depth + 1) % 100;
    go();
  }
}
int main(void) {
  limit = __VERIFIER_nondet_int();
  go();
  return 0;
}
