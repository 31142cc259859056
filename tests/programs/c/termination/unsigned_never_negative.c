// An unsigned integer is never less than 0.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  while (i >= 0)
    i = i - 1;
  return 0;
}
