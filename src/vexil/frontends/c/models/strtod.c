/* models: strtod strtof atof */
/* caveat strtod adds: the value is any number and the end any place in the string */
/* caveat strtof adds: the value is any number and the end any place in the string */
/* caveat atof adds: the value is any number */
#include "vexil.h"

static void __vexil_end(const char *s, char **end) {
  __vexil_size n = 0;
  while (s[n] != 0) n++;
  if (end != 0) *end = (char *)s + __vexil_choose_long(0, (long)n);
  if (__vexil_choose_bool()) __VEXIL_ERRNO = __VEXIL_ERANGE;
}

double strtod(const char *s, char **end) {
  __vexil_end(s, end);
  return __VERIFIER_nondet_double();
}

float strtof(const char *s, char **end) {
  __vexil_end(s, end);
  return __VERIFIER_nondet_float();
}

double atof(const char *s) { return strtod(s, 0); }
