#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static int logged(char *to, size_t n, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(to, n, format, list);
  va_end(list);
  return length;
}

int main(void) {
  char text[32], cut[4];
  int written, x = __VERIFIER_nondet_int();
  assert(snprintf(text, sizeof text, "%d-%s|%5u|%-4x|%%%c", -42, "abc", 7u, 255, 'z') == 21);
  assert(strcmp(text, "-42-abc|    7|ff  |%z") == 0);
  assert(logged(cut, sizeof cut, "%s%n", "abcdef", &written) == 6 && strcmp(cut, "abc") == 0 && written == 6);
  assert(snprintf(0, 0, "%08.3d|%.2s", 5, "xyz") == 11);
  assert(sprintf(text, "%#x %+ld %lld", 16, 3L, -9223372036854775807LL - 1) == 28);
  char *made;
  int length = asprintf(&made, "%s=%d", "k", 1);
  assert(length < 0 || strcmp(made, "k=1") == 0);
  if (length >= 0) free(made);
  assert(snprintf(text, sizeof text, "x=%d", x) >= 3);
  assert(strlen(text) < sizeof text);
  return 0;
}
