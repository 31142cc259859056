// An unsigned number that goes down by one is zero at last.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x != 0)
    x--;
  return 0;
}
