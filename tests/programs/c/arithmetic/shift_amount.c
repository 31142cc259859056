// A shift by any amount; with CAREFUL by less than the width.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned amount = __VERIFIER_nondet_uint();
#ifdef CAREFUL
  amount &= 31;
#endif
  unsigned bit = 1u << amount;  // violated: overflow
  return bit >> amount != 1;
}
