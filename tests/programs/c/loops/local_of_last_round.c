/* What the last round had is gone behind the loop. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *kept = 0;
  while (n > 0) {
    int own = n;
    kept = &own;
    n--;
  }
  return kept ? *kept : 0;
}
