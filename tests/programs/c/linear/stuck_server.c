/* A request that is refilled again and again is never worked off. */
extern unsigned __VERIFIER_nondet_uint(void);
unsigned left, refills;
int main(void) {
  while (1) {
LOOP:
    left = __VERIFIER_nondet_uint();
    while (left > 0) {
      left = left - 1;
      if (__VERIFIER_nondet_uint() == 7) left = left + 1;
      refills = refills + 1;
    }
  }
}
