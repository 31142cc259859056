// The inner loop takes back what the outer one has done.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  if (n < 2)
    return 0;
  while (i < n) {
    i++;
    while (i > 0)
      i--;
  }
  return 0;
}
