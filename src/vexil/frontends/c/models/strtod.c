/* models: strtod strtof atof */
#include "strtod.h"

double strtod(const char *s, char **end) {
  struct __vexil_decimal number;
  const char *last = __vexil_read_decimal(s, &number);
  if (end != 0) *end = (char *)(last == 0 ? s : last);
  return last == 0 ? 0.0 : __vexil_decimal_value(&number);
}

/* As above, with 24 bits; other numbers of 53 bits would be rounded twice. */
float strtof(const char *s, char **end) {
  struct __vexil_decimal number;
  const char *last = __vexil_read_decimal(s, &number);
  if (end != 0) *end = (char *)(last == 0 ? s : last);
  if (last == 0) return 0.0f;
  if (number.nan || number.infinite || (number.digits == 0 && !number.inexact)) return (float)__vexil_decimal_value(&number);
  if (!number.inexact && number.digits <= 16777216 && number.exponent >= -10 && number.exponent <= 10) {
    float value = (float)number.digits;
    if (number.exponent < 0) value /= (float)__vexil_powers_of_ten[-number.exponent];
    else value *= (float)__vexil_powers_of_ten[number.exponent];
    return number.minus ? -value : value;
  }
  __vexil_adds("numbers in a string with many digits, a large exponent, or in hexadecimal are any numbers");
  float value = __VERIFIER_nondet_float();
  if (!(value >= 0.0f)) value = 0.0f;
  if (__vexil_choose_bool()) __VEXIL_ERRNO = __VEXIL_ERANGE;
  return number.minus ? -value : value;
}

double atof(const char *s) { return strtod(s, 0); }
