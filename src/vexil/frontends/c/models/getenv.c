/* models: getenv secure_getenv system */
/* caveat getenv adds: each call gives another string */
/* caveat getenv drops: strings of the environment are shorter than 8 characters */
/* caveat secure_getenv adds: each call gives another string */
/* caveat secure_getenv drops: strings of the environment are shorter than 8 characters */
#include "vexil.h"

static char __vexil_value[8];

char *getenv(const char *name) {
  (void)*name;
  if (__vexil_choose_bool()) return 0;
  __vexil_begin_atomic();
  for (int i = 0; i < 7; i++) __vexil_value[i] = __VERIFIER_nondet_char();
  __vexil_end_atomic();
  return __vexil_value;
}

char *secure_getenv(const char *name) { return getenv(name); }

int system(const char *command) {
  (void)command;
  return __VERIFIER_nondet_int();
}
