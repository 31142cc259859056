// An error function that nobody can reach.
extern void reach_error(void);
signed char __VERIFIER_nondet_char(void);

int main(void) {
  int x = __VERIFIER_nondet_char();
  if (x * x < 0)
    reach_error();
  return 0;
}
