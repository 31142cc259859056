/* Every run ends: its last state lasts for ever. */
extern unsigned __VERIFIER_nondet_uint(void);
unsigned x, y;
int main(void) {
  x = __VERIFIER_nondet_uint();
  while (x > 3) {
LOOP:
    x = x - 1;
  }
  y = 1;
  return 0;
}
