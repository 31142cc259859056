// The interval of a binary search becomes smaller.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int low = 0, high = __VERIFIER_nondet_int();
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (__VERIFIER_nondet_int())
      low = middle + 1;
    else
      high = middle;
  }
  return 0;
}
