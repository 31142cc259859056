// A scan for the end of a string that has one.
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[10];
  for (int i = 0; i < 10; i++)
    text[i] = __VERIFIER_nondet_char();
  text[9] = 0;
  int n = 0;
  while (text[n] != 0)
    n++;
  return n;
}
