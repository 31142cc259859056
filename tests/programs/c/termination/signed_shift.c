// A negative number that is shifted stays negative.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned bits = 0;
  while (x) {
    x >>= 1;
    bits++;
  }
  return 0;
}
