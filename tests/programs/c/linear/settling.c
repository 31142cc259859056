/* What counts down comes to rest: the loop with the label is entered before its first visit of the label. */
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  x = __VERIFIER_nondet_int();
  while (x > 0) {
LOOP:
    x = x - 1;
  }
  while (1) {
IDLE:
    x = 0;
  }
}
