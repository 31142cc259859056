/* A search that finds nothing says so of every element that it has passed. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a[1000];

int main(void) {
  int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > 1000)
    return 0;
  for (i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++)
    if (a[i] == key)
      break;
#ifdef WRONG
  if (k >= 0 && k < n && a[k] == key)
#else
  if (i == n && k >= 0 && k < n && a[k] == key)
#endif
    reach_error();
  return 0;
}
