/* The error is reached after 11/6 n rounds of three loops (Ball, Kupferman and Sagiv 2007, figure 1).
 *
 *   vexil leap examples/leaps/simple.c --explain
 */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(2 <= n && n <= 100000000);
  int x = 0;
  while (x < n)
    x = x + 1;
  while (x < 2 * n)
    x = x + 2;
  while (x < 3 * n)
    x = x + 3;
  reach_error();
  return 0;
}
