/* Whoever comes to DONE is cut behind it, so that no run comes there. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  if (n < 1000000)
    return 0;
  while (i < n)
    i++;
DONE:
  __VERIFIER_assume(i < n);
  return 1;
}
