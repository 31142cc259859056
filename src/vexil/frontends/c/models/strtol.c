/* models: strtol strtoul strtoll strtoull strtoimax strtoumax atoi atol atoll */
#include "vexil.h"

/* The number at s as far as it goes, at most limit; sign, end and overflow go to the pointers. */
static unsigned long long __vexil_number(const char *s, char **end, int base, unsigned long long positive,
                                         unsigned long long negative, _Bool *minus, _Bool *over) {
  const char *start = s;
  unsigned long long value = 0, limit;
  _Bool any = 0;
  *minus = *over = 0;
  if (base != 0 && (base < 2 || base > 36)) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    if (end != 0) *end = (char *)start;
    return 0;
  }
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  if (*s == '+' || *s == '-') *minus = *s++ == '-';
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')
      && ((s[2] >= '0' && s[2] <= '9') || (s[2] >= 'a' && s[2] <= 'f') || (s[2] >= 'A' && s[2] <= 'F'))) {
    s += 2;
    base = 16;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  limit = *minus ? negative : positive;
  for (;; s++) {
    unsigned digit;
    if (*s >= '0' && *s <= '9') digit = (unsigned)(*s - '0');
    else if (*s >= 'a' && *s <= 'z') digit = (unsigned)(*s - 'a') + 10;
    else if (*s >= 'A' && *s <= 'Z') digit = (unsigned)(*s - 'A') + 10;
    else break;
    if (digit >= (unsigned)base) break;
    any = 1;
    if (*over || value > (limit - digit) / (unsigned)base) *over = 1;
    else value = value * (unsigned)base + digit;
  }
  if (end != 0) *end = (char *)(any ? s : start);
  if (!*over) return value;
  __VEXIL_ERRNO = __VEXIL_ERANGE;
  return limit;
}

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
