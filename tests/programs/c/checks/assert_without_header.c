// assert needs no header: who calls it means it.
_Bool __VERIFIER_nondet_bool(void);
void assert(int);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  assert(b == 0 || b == 1);
  assert(b);  // violated: assert
  return 0;
}
