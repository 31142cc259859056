// An error function without a body.
extern void reach_error(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  if (__VERIFIER_nondet_bool())
    reach_error();  // violated: unreach
  return 0;
}
