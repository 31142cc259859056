// An interval of two elements whose middle is its beginning.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int low = 0, high = __VERIFIER_nondet_int();
  unsigned rounds = 0;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (__VERIFIER_nondet_int())
      low = middle;
    else
      high = middle;
    rounds++;
  }
  return 0;
}
