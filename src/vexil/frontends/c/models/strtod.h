/* Decimal numbers in strings, as strtod and scanf read them. */
#ifndef VEXIL_STRTOD_H
#define VEXIL_STRTOD_H
#include "vexil.h"

/* A number: its digits and a power of ten, as far as 53 bits hold the digits. */
struct __vexil_decimal {
  unsigned long long digits;
  int exponent;
  _Bool minus, inexact, infinite, nan;
};

static const double __vexil_powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static inline _Bool __vexil_is_digit(char c) { return c >= '0' && c <= '9'; }

static inline _Bool __vexil_is_hexadecimal(char c) {
  return __vexil_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Whether a text begins with a word in small letters, whatever the size of its own. */
static inline _Bool __vexil_begins(const char *s, const char *word) {
  for (; *word != 0; s++, word++)
    if ((*s | 32) != *word) return 0;
  return 1;
}

/* An exponent, if there is one behind its letter. */
static inline const char *__vexil_read_exponent(const char *s, int *exponent) {
  const char *digits = s + 1;
  _Bool minus = *digits == '-';
  if (*digits == '-' || *digits == '+') digits++;
  if (!__vexil_is_digit(*digits)) return s;
  int value = 0;
  for (; __vexil_is_digit(*digits); digits++)
    if (value < 100000) value = value * 10 + (*digits - '0');
  *exponent += minus ? -value : value;
  return digits;
}

static inline void __vexil_read_digit(struct __vexil_decimal *number, char c, _Bool fraction) {
  if (number->digits < 900719925474099ULL) {
    number->digits = number->digits * 10 + (unsigned long long)(c - '0');
    number->exponent -= fraction;
  } else {
    number->exponent += !fraction;
    if (c != '0') number->inexact = 1;
  }
}

static inline const char *__vexil_read_hexadecimal(const char *s, struct __vexil_decimal *number) {
  number->inexact = 1;
  for (; __vexil_is_hexadecimal(*s); s++) continue;
  if (*s == '.')
    for (s++; __vexil_is_hexadecimal(*s); s++) continue;
  int exponent = 0;
  return (*s | 32) == 'p' ? __vexil_read_exponent(s, &exponent) : s;
}

/* The number at s (C11 7.22.1.3) behind blanks; gives its end, or null where there is none. */
static inline const char *__vexil_read_decimal(const char *s, struct __vexil_decimal *number) {
  struct __vexil_decimal none = {0};
  *number = none;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  number->minus = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if (!__vexil_is_digit(*s) && *s != '.') {
    if (__vexil_begins(s, "inf")) {
      number->infinite = 1;
      return __vexil_begins(s + 3, "inity") ? s + 8 : s + 3;
    }
    if (!__vexil_begins(s, "nan")) return 0;
    number->nan = 1;
    const char *end = s + 3;
    if (*end != '(') return end;
    for (end++; __vexil_is_digit(*end) || (*end >= 'a' && *end <= 'z') || (*end >= 'A' && *end <= 'Z') || *end == '_';)
      end++;
    return *end == ')' ? end + 1 : s + 3;
  }
  if (*s == '0' && (s[1] | 32) == 'x' && (__vexil_is_hexadecimal(s[2]) || (s[2] == '.' && __vexil_is_hexadecimal(s[3]))))
    return __vexil_read_hexadecimal(s + 2, number);
  if (*s == '.' && !__vexil_is_digit(s[1])) return 0;
  for (; __vexil_is_digit(*s); s++) __vexil_read_digit(number, *s, 0);
  if (*s == '.')
    for (s++; __vexil_is_digit(*s); s++) __vexil_read_digit(number, *s, 1);
  return (*s | 32) == 'e' ? __vexil_read_exponent(s, &number->exponent) : s;
}

/* Digits and powers of ten that both are exact numbers give the right result with one operation (Clinger 1990). */
static inline double __vexil_decimal_value(const struct __vexil_decimal *number) {
  double value;
  if (number->nan) {
    value = __builtin_nan("");
  } else if (number->infinite) {
    value = __builtin_inf();
  } else if (number->digits == 0 && !number->inexact) {
    value = 0.0;
  } else if (!number->inexact && number->exponent >= -22 && number->exponent <= 22) {
    value = (double)number->digits;
    if (number->exponent < 0) value /= __vexil_powers_of_ten[-number->exponent];
    else value *= __vexil_powers_of_ten[number->exponent];
  } else {
    __vexil_adds("numbers in a string with many digits, a large exponent, or in hexadecimal are any numbers");
    value = __VERIFIER_nondet_double();
    if (!(value >= 0.0)) value = 0.0;
    if (__vexil_choose_bool()) __VEXIL_ERRNO = __VEXIL_ERANGE;
  }
  return number->minus ? -value : value;
}

#endif
