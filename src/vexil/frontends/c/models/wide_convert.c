/* models: mblen mbtowc mbrlen mbrtowc mbstowcs mbsrtowcs wctomb wcrtomb wcstombs wcsrtombs btowc wctob swprintf vswprintf fgetws */
#include "vexil.h"

/* Characters of ASCII are themselves in every locale; the others have up to four bytes, and may be invalid. */
typedef __WCHAR_TYPE__ __vexil_wide;

#define __VEXIL_INVALID ((__vexil_size)-1)
#define __VEXIL_INCOMPLETE ((__vexil_size)-2)
#define __VEXIL_EILSEQ 84

/* The character at s, which has at most n bytes, and how many it has; nothing is known of those outside of ASCII. */
static __vexil_size __vexil_character(const char *s, __vexil_size n, __vexil_wide *result) {
  *result = 0;
  if (n == 0) return __VEXIL_INCOMPLETE;
  if ((unsigned char)*s < 128) {
    *result = *s;
    return *s != 0;
  }
  __vexil_adds("characters outside of ASCII are any characters");
  int length = __vexil_choose_range(0, 4);
  if (length == 0) {
    __VEXIL_ERRNO = __VEXIL_EILSEQ;
    return __VEXIL_INVALID;
  }
  for (int i = 1; i < length; i++) {
    if ((__vexil_size)i == n) return __VEXIL_INCOMPLETE;
    if (s[i] == 0) {
      __VEXIL_ERRNO = __VEXIL_EILSEQ;
      return __VEXIL_INVALID;
    }
  }
  *result = __vexil_choose_range(128, 0x7fffffff);
  return (__vexil_size)length;
}

/* The bytes of a character, and how many there are. */
static __vexil_size __vexil_bytes(__vexil_wide c, char *bytes) {
  if (c >= 0 && c < 128) {
    bytes[0] = (char)c;
    return 1;
  }
  __vexil_adds("characters outside of ASCII are any bytes");
  int length = __vexil_choose_range(0, 4);
  if (length == 0) {
    __VEXIL_ERRNO = __VEXIL_EILSEQ;
    return __VEXIL_INVALID;
  }
  for (int i = 0; i < length; i++) bytes[i] = (char)__vexil_choose_range(128, 255);
  return (__vexil_size)length;
}

__vexil_size mbrtowc(__vexil_wide *to, const char *from, __vexil_size n, void *state) {
  (void)state;
  __vexil_wide c;
  if (from == 0) return 0;
  __vexil_size length = __vexil_character(from, n, &c);
  if (to != 0 && length < __VEXIL_INCOMPLETE) *to = c;
  return length;
}

__vexil_size mbrlen(const char *from, __vexil_size n, void *state) { return mbrtowc(0, from, n, state); }

int mbtowc(__vexil_wide *to, const char *from, __vexil_size n) {
  __vexil_size length = mbrtowc(to, from, n, 0);
  return length >= __VEXIL_INCOMPLETE ? -1 : (int)length;
}

int mblen(const char *from, __vexil_size n) { return mbtowc(0, from, n); }

__vexil_size mbsrtowcs(__vexil_wide *to, const char **from, __vexil_size n, void *state) {
  (void)state;
  const char *s = *from;
  for (__vexil_size count = 0;; count++) {
    __vexil_wide c;
    if (to != 0 && count == n) {
      *from = s;
      return count;
    }
    __vexil_size length = __vexil_character(s, 4, &c);
    if (length == __VEXIL_INVALID) {
      if (to != 0) *from = s;
      return length;
    }
    if (to != 0) to[count] = c;
    if (length == 0) {
      if (to != 0) *from = 0;
      return count;
    }
    s += length;
  }
}

__vexil_size mbstowcs(__vexil_wide *to, const char *from, __vexil_size n) { return mbsrtowcs(to, &from, n, 0); }

__vexil_size wcrtomb(char *to, __vexil_wide c, void *state) {
  char bytes[4];
  (void)state;
  if (to == 0) return 1;
  __vexil_size length = __vexil_bytes(c, bytes);
  if (length == __VEXIL_INVALID) return length;
  for (__vexil_size i = 0; i < length; i++) to[i] = bytes[i];
  return length;
}

int wctomb(char *to, __vexil_wide c) { return to == 0 ? 0 : (int)wcrtomb(to, c, 0); }

__vexil_size wcsrtombs(char *to, const __vexil_wide **from, __vexil_size n, void *state) {
  (void)state;
  __vexil_size count = 0;
  for (const __vexil_wide *s = *from;; s++) {
    char bytes[4];
    if (to != 0 && count == n) {
      *from = s;
      return count;
    }
    __vexil_size length = __vexil_bytes(*s, bytes);
    if (length == __VEXIL_INVALID || (to != 0 && length > n - count)) {
      if (to != 0) *from = s;
      return length == __VEXIL_INVALID ? length : count;
    }
    if (to != 0)
      for (__vexil_size i = 0; i < length; i++) to[count + i] = bytes[i];
    if (*s == 0) {
      if (to != 0) *from = 0;
      return count;
    }
    count += length;
  }
}

__vexil_size wcstombs(char *to, const __vexil_wide *from, __vexil_size n) { return wcsrtombs(to, &from, n, 0); }

unsigned btowc(int c) {
  if (c >= 0 && c < 128) return (unsigned)c;
  if (c == -1) return (unsigned)-1;
  __vexil_adds("characters outside of ASCII are any characters");
  return (unsigned)__VERIFIER_nondet_int();
}

int wctob(unsigned c) {
  if (c < 128) return (int)c;
  if (c == (unsigned)-1) return -1;
  __vexil_adds("characters outside of ASCII are any bytes");
  return __vexil_choose_range(-1, 255);
}

/* It fails also where the text does not fit. */
static int __vexil_some_text(__vexil_wide *to, __vexil_size n) {
  __vexil_check("memsafety", n == 0 || __vexil_accessible(to, n * sizeof *to), "swprintf has room for its text");
  if (n == 0) return -1;
  __vexil_adds("the text of swprintf is any text that fits");
  long length = __vexil_choose_long(-1, n > 2147483647 ? 2147483646 : (long)n - 1);
  for (long i = 0; i < length; i++) to[i] = __vexil_choose_range(1, 0x7fffffff);
  to[length < 0 ? 0 : length] = 0;
  return (int)length;
}

int vswprintf(__vexil_wide *to, __vexil_size n, const __vexil_wide *format, __builtin_va_list list) {
  (void)list;
  while (*format != 0) format++;
  return __vexil_some_text(to, n);
}

int swprintf(__vexil_wide *to, __vexil_size n, const __vexil_wide *format, ...) {
  while (*format != 0) format++;
  return __vexil_some_text(to, n);
}

__vexil_wide *fgetws(__vexil_wide *to, int n, void *stream) {
  int length = 0;
  __vexil_check("memsafety", __vexil_accessible(stream, 1), "a stream that is read is open");
  if (n < 1) return 0;
  while (length < n - 1) {
    int c = __vexil_choose_range(-1, 0x7fffffff);
    if (c == -1) {
      if (length == 0 || __vexil_choose_bool()) return 0;
      break;
    }
    to[length++] = c;
    if (c == '\n') break;
  }
  to[length] = 0;
  return to;
}
