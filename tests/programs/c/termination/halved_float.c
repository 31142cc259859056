// A float grows for ever where it grows at all.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  float x = 1.0f;
  unsigned n = __VERIFIER_nondet_uint(), rounds = 0;
  while (n > 3) {
    x = x * 1.5f;
    rounds++;
  }
  return 0;
}
