/* A server that takes requests of any length, and works each one off. */
extern unsigned __VERIFIER_nondet_uint(void);
unsigned left;
int main(void) {
  while (1) {
LOOP:
    left = __VERIFIER_nondet_uint();
    while (left > 0) {
WORK:
      left = left - 1;
    }
DONE:
    left = 0;
  }
}
