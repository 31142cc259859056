// A loop without an end, unless the input says so.
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  while (1) {
    if (__VERIFIER_nondet_bool())
      break;
  }
  return 0;
}
