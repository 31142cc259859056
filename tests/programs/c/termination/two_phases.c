// First x goes to 0, which happens once, then it counts up.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (m <= 0)
    return 0;
  while (x != m) {
    if (x > m)
      x = 0;
    else
      x++;
  }
  return 0;
}
