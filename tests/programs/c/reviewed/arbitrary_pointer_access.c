// Nothing may be written where an arbitrary pointer leads to.
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
  char *p = __VERIFIER_nondet_pointer();
  if (p)
    *p = 1;  // violated: memsafety
  return 0;
}
