/* models: getenv secure_getenv system */
#include "vexil.h"

__vexil_size strlen(const char *s);

/* A value is a part of a string that begins with its name: nobody may release it. */
static char __vexil_short_value[16], *__vexil_long_value;
static _Bool __vexil_asked;

/* Anything may be in the environment; what a second call gives depends on what the first one gave. */
char *getenv(const char *name) {
  strlen(name);
  __vexil_begin_atomic();
  char *value = 0;
  if (__vexil_asked) __vexil_adds("each call of getenv gives another string");
  __vexil_asked = 1;
  int kind = __vexil_choose_range(0, 2);
  if (kind == 1) {
    for (int i = 0; i < 15; i++) __vexil_short_value[i] = __VERIFIER_nondet_char();
    __vexil_short_value[15] = 0;
    value = __vexil_short_value;
  } else if (kind == 2) { /* of any length, with contents that are not followed */
    if (__vexil_long_value == 0)
      __vexil_long_value = __vexil_allocate((unsigned long)__vexil_choose_long(18, __PTRDIFF_MAX__ / 2));
    __vexil_restrict(__vexil_long_value != 0);
    value = __vexil_long_value + 1;
  }
  __vexil_end_atomic();
  return value;
}

char *secure_getenv(const char *name) { return getenv(name); }

int system(const char *command) {
  if (command != 0) strlen(command);
  return __VERIFIER_nondet_int();
}
