// A property may speak of calls and returns.
void open(void) {}
void close(void) {}
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  open();
  if (__VERIFIER_nondet_bool())
    close();
  return 0;
}
