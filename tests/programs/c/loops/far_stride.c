// The error is behind a hundred million rounds, and only for three numbers of all; the counter may wrap around.
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  while (x < n)
    x += 3;
  if (x == 300000000)
    reach_error();  // violated: unreach
  return 0;
}
