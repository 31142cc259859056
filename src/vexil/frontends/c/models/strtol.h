/* Numbers in texts of characters or wide characters; __VEXIL_CHARACTER is the type of one. */
#include "vexil.h"

/* The number at s as far as it goes, at most limit; sign, end and overflow go to the pointers. */
static unsigned long long __vexil_number(const __VEXIL_CHARACTER *s, __VEXIL_CHARACTER **end, int base,
                                         unsigned long long positive, unsigned long long negative, _Bool *minus,
                                         _Bool *over) {
  const __VEXIL_CHARACTER *start = s;
  unsigned long long value = 0, limit;
  _Bool any = 0;
  *minus = *over = 0;
  if (base != 0 && (base < 2 || base > 36)) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    if (end != 0) *end = (__VEXIL_CHARACTER *)start;
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
  if (end != 0) *end = (__VEXIL_CHARACTER *)(any ? s : start);
  if (!*over) return value;
  __VEXIL_ERRNO = __VEXIL_ERANGE;
  return limit;
}
