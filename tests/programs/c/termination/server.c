// A loop that never ends, with inputs that do not matter.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned served = 0;
  while (1) {
    if (__VERIFIER_nondet_int())
      served++;
  }
}
