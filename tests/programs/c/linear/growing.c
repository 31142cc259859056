/* What is odd stays odd, and nothing comes back to an earlier state. */
extern unsigned __VERIFIER_nondet_uint(void);
unsigned rounds;
int mode;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  while (1) {
LOOP:
    rounds = rounds + 1;
    n = n + 2;
    if (n & 1) { mode = 1; } else { mode = 2; }
  }
}
