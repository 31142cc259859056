// Labels are places that properties can speak of.
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  _Bool held = 0;
  for (int i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_bool()) {
    LOCK:
      held = 1;
    }
    if (held) {
    UNLOCK:
      held = 0;
    }
  }
  return held;
}
