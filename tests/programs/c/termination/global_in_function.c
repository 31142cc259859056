// The loop counts by a function that writes a global.
extern int __VERIFIER_nondet_int(void);
int left;
void step(void) { left = left - 1; }
int main(void) {
  left = __VERIFIER_nondet_int();
  while (left > 0)
    step();
  return 0;
}
