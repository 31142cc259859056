// The same scan with a pointer.
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[6];
  for (int i = 0; i < 6; i++)
    text[i] = __VERIFIER_nondet_char();
  text[5] = 0;
  char *p = text;
  while (*p)
    p++;
  return p - text;
}
