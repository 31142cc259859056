// Every call is one step closer to where recursion ends, around the largest or the least number if it has to be.
extern int __VERIFIER_nondet_int(void);

int odd(int n);

int even(int n) {
  return n == 0 ? 1 : odd(n - 1);
}

int odd(int n) {
  return n == 0 ? 0 : even(n - 1);
}

int up(int n) {
  if (n == 1)
    return 1;
  return 2 + up(n + 1);
}

int main(void) {
  even(__VERIFIER_nondet_int());
  return up(__VERIFIER_nondet_int());
}
