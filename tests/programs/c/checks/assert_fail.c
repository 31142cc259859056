// A preprocessed assertion calls the function behind it.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  if (!b)
    __assert_fail("b", "x.c", 7, "main");  // violated: assert
  return 0;
}
