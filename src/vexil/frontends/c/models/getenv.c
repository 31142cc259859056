/* models: getenv secure_getenv setenv putenv unsetenv clearenv system */
#include "vexil.h"

__vexil_size strlen(const char *s);

/* A value is a part of a string that begins with its name: nobody may release it. */
static char __vexil_short_value[16], *__vexil_long_value;
static char *__vexil_put; /* what putenv was given last, which is part of the environment from then on */
static _Bool __vexil_asked, __vexil_is_changed;

/* The value in a string of the environment, if it has this name. */
static char *__vexil_value_of(const char *name, char *string) {
  while (*name != 0 && *string == *name) name++, string++;
  return *name == 0 && *string == '=' ? string + 1 : 0;
}

/* Anything may be in the environment; what a second call gives depends on what the first one gave. */
char *getenv(const char *name) {
  strlen(name);
  __vexil_begin_atomic();
  char *put = __vexil_put == 0 ? 0 : __vexil_value_of(name, __vexil_put), *value = 0;
  if (put != 0 && !__vexil_is_changed) {
    __vexil_end_atomic();
    return put;
  }
  if (__vexil_asked) __vexil_adds("each call of getenv gives another string");
  if (__vexil_is_changed) __vexil_adds("what the program put into its environment is not looked up");
  __vexil_asked = 1;
  int kind = __vexil_choose_range(0, put == 0 ? 2 : 3);
  if (kind == 1) {
    for (int i = 0; i < 15; i++) __vexil_short_value[i] = __VERIFIER_nondet_char();
    __vexil_short_value[15] = 0;
    value = __vexil_short_value;
  } else if (kind == 2) { /* of any length, with contents that are not followed */
    if (__vexil_long_value == 0)
      __vexil_long_value = __vexil_allocate((unsigned long)__vexil_choose_long(18, __PTRDIFF_MAX__ / 2));
    __vexil_restrict(__vexil_long_value != 0);
    value = __vexil_long_value + 1;
  } else if (kind == 3) {
    value = put;
  }
  __vexil_end_atomic();
  return value;
}

char *secure_getenv(const char *name) { return getenv(name); }

static _Bool __vexil_change_fails(void) {
  if (!__vexil_choose_bool()) return 0;
  __VEXIL_ERRNO = __VEXIL_ENOMEM;
  return 1;
}

static int __vexil_change(void) {
  if (__vexil_change_fails()) return -1;
  __vexil_is_changed = 1;
  return 0;
}

/* Names are not empty and have no equals sign. */
static _Bool __vexil_is_name(const char *name) {
  _Bool good = name != 0 && *name != 0;
  for (; good && *name != 0; name++)
    if (*name == '=') good = 0;
  if (!good) __VEXIL_ERRNO = __VEXIL_EINVAL;
  return good;
}

int setenv(const char *name, const char *value, int overwrite) {
  (void)overwrite;
  if (!__vexil_is_name(name)) return -1;
  strlen(value);
  return __vexil_change();
}

int unsetenv(const char *name) {
  if (!__vexil_is_name(name)) return -1;
  return __vexil_change();
}

int putenv(char *string) {
  strlen(string);
  if (__vexil_change_fails()) return -1;
  if (__vexil_put != 0 && __vexil_put != string) {
    __vexil_drops("of the strings that putenv is given getenv finds the last one only");
    __vexil_is_changed = 1;
  }
  __vexil_put = string;
  return 0;
}

int clearenv(void) { return __vexil_change(); }

int system(const char *command) {
  if (command != 0) strlen(command);
  return __VERIFIER_nondet_int();
}
