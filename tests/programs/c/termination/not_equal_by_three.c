// Three has an inverse among unsigned numbers: every number is met at last.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_int();
  unsigned char i = 0;
  while (i != n)
    i += 3;
  return 0;
}
