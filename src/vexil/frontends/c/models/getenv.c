/* models: getenv secure_getenv system */
/* caveat getenv adds: each call gives another string */
/* caveat getenv drops: strings of the environment are shorter than 16 and repeat one character */
/* caveat secure_getenv adds: each call gives another string */
/* caveat secure_getenv drops: strings of the environment are shorter than 16 and repeat one character */
#include "vexil.h"

static char __vexil_value[16];

char *getenv(const char *name) {
  (void)*name;
  if (__vexil_choose_bool()) return 0;
  __vexil_begin_atomic();
  int length = __vexil_choose_range(0, 15);
  __vexil_fill(__vexil_value, __VERIFIER_nondet_char(), (unsigned long)length);
  __vexil_value[length] = 0;
  __vexil_end_atomic();
  return __vexil_value;
}

char *secure_getenv(const char *name) { return getenv(name); }

int system(const char *command) {
  (void)command;
  return __VERIFIER_nondet_int();
}
