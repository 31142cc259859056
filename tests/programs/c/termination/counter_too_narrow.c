// A char never comes to 300.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char i = 0;
  while (i < n)
    i++;
  return 0;
}
