/* A run that an assumption cuts is none. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
unsigned x, turns;
int main(void) {
  while (1) {
    x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x < 1000);
    while (x != 1000) {
      x = x + 1;
    }
TOP:
    turns = turns + 1;
  }
}
