/* models: wcstol wcstoul wcstoll wcstoull wcstoimax wcstoumax wcstod wcstof */
/* caveat wcstod adds: the value is any number and the end any place in the string */
/* caveat wcstof adds: the value is any number and the end any place in the string */
#define __VEXIL_CHARACTER __WCHAR_TYPE__
#include "strtol.h"

long wcstol(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  _Bool minus, over;
  unsigned long most = (unsigned long)__LONG_MAX__;
  unsigned long value = (unsigned long)__vexil_number(s, end, base, most, (unsigned long long)most + 1, &minus, &over);
  return (long)(minus ? 0 - value : value);
}

long long wcstoll(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  _Bool minus, over;
  unsigned long long most = (unsigned long long)__LONG_LONG_MAX__;
  unsigned long long value = __vexil_number(s, end, base, most, most + 1, &minus, &over);
  return (long long)(minus ? 0 - value : value);
}

unsigned long wcstoul(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  _Bool minus, over;
  unsigned long most = ~0UL;
  unsigned long value = (unsigned long)__vexil_number(s, end, base, most, most, &minus, &over);
  return minus && !over ? 0 - value : value;
}

unsigned long long wcstoull(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  _Bool minus, over;
  unsigned long long value = __vexil_number(s, end, base, ~0ULL, ~0ULL, &minus, &over);
  return minus && !over ? 0 - value : value;
}

__INTMAX_TYPE__ wcstoimax(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) { return wcstoll(s, end, base); }

__UINTMAX_TYPE__ wcstoumax(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) { return wcstoull(s, end, base); }

double wcstod(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end) {
  long length = 0;
  while (s[length] != 0) length++;
  if (end != 0) *end = (__WCHAR_TYPE__ *)s + __vexil_choose_long(0, length);
  if (__vexil_choose_bool()) __VEXIL_ERRNO = __VEXIL_ERANGE;
  return __VERIFIER_nondet_double();
}

float wcstof(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end) {
  wcstod(s, end);
  return __VERIFIER_nondet_float();
}
