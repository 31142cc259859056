/* models: strtol strtoul strtoll strtoull strtoimax strtoumax atoi atol atoll */
#define __VEXIL_CHARACTER char
#include "strtol.h"

long strtol(const char *s, char **end, int base) {
  _Bool minus, over;
  unsigned long most = (unsigned long)__LONG_MAX__;
  unsigned long value = (unsigned long)__vexil_number(s, end, base, most, (unsigned long long)most + 1, &minus, &over);
  return (long)(minus ? 0 - value : value);
}

long long strtoll(const char *s, char **end, int base) {
  _Bool minus, over;
  unsigned long long most = (unsigned long long)__LONG_LONG_MAX__;
  unsigned long long value = __vexil_number(s, end, base, most, most + 1, &minus, &over);
  return (long long)(minus ? 0 - value : value);
}

unsigned long strtoul(const char *s, char **end, int base) {
  _Bool minus, over;
  unsigned long most = ~0UL;
  unsigned long value = (unsigned long)__vexil_number(s, end, base, most, most, &minus, &over);
  return minus && !over ? 0 - value : value;
}

unsigned long long strtoull(const char *s, char **end, int base) {
  _Bool minus, over;
  unsigned long long value = __vexil_number(s, end, base, ~0ULL, ~0ULL, &minus, &over);
  return minus && !over ? 0 - value : value;
}

__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }

__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }

int atoi(const char *s) { return (int)strtol(s, 0, 10); }

long atol(const char *s) { return strtol(s, 0, 10); }

long long atoll(const char *s) { return strtoll(s, 0, 10); }
