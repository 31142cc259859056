// A loop made of a jump.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
again:
  if (n > 0) {
    n--;
    if (n % 7 == 3)
      n--;
    goto again;
  }
  return 0;
}
