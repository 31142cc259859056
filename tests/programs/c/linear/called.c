/* The work is in a function that is called from two places. */
extern unsigned __VERIFIER_nondet_uint(void);
int busy;
void work(unsigned amount) {
  busy = 1;
  while (amount != 0) {
INSIDE:
    amount = amount - 1;
  }
  busy = 0;
}
int main(void) {
  while (1) {
    work(__VERIFIER_nondet_uint());
    if (__VERIFIER_nondet_uint() > 2) work(5);
  }
}
