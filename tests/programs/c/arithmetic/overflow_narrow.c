// A sum of two chars is one of two ints: it never overflows, though the result may not fit into a char again.
char __VERIFIER_nondet_char(void);

int main(void) {
  char one = __VERIFIER_nondet_char();
  char sum = one + 1;
  return sum;
}
