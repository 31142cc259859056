/* Calls the models of sscanf and its like and the machine's own with the same random strings and formats, and reports the
   first difference. */
#include "c_models_driver.h"
#include <string.h>

DECLARE(sscanf) DECLARE(vsscanf)
extern int model___isoc99_sscanf(const char *, const char *, ...), model___isoc23_sscanf(const char *, const char *, ...);
extern int model___isoc99_vsscanf(const char *, const char *, va_list);
extern int model___isoc23_vsscanf(const char *, const char *, va_list);

static void pick(char *to, const char *const parts[], unsigned count, unsigned most) {
  *to = 0;
  for (unsigned i = 1 + below(most); i > 0; i--) strcat(to, parts[below(count)]);
}

static int listed(int way, const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = way == 0 ? model_vsscanf(text, format, list) : way == 1 ? model___isoc99_vsscanf(text, format, list)
      : model___isoc23_vsscanf(text, format, list);
  va_end(list);
  return count;
}

static void scans(void) {
  static const char *const conversions[] = {"%d", "%i", "%u", "%x", "%o", "%s", "%c", "%[a-c]", "%[^ ,]", "%*d", "%2d",
      "%3s", "%2c", "%n", " ", ",", "x", "%%", "%*s", "%ld", "%hhd", "%lld", "%5x", "%hu", "%[]x]"};
  static const char *const texts[] = {"12", "-7", "+3", "0x1f", "017", "abc", "b", " ", "  ", ",", "x", "%", "-",
      "99999999999999999999", "2147483648", "z", "]", "\t"};
  char format[100], text[120], shown[260];
  pick(format, conversions, 25, 4);
  pick(text, texts, 18, 6);
  snprintf(shown, sizeof shown, "\"%s\", \"%s\"", text, format);
  context = shown;
  char real[4][128], mine[4][128];
  memset(real, 7, sizeof real), memset(mine, 7, sizeof mine);
  char *exact = strdup(text);
  int x = sscanf(text, format, real[0], real[1], real[2], real[3]);
  int y = model_sscanf(exact, format, mine[0], mine[1], mine[2], mine[3]);
  free(exact);
  same(x == y, "the result of sscanf");
  /* What a conversion that failed has written is nobody's business. */
  for (int i = 0; i < x; i++) same(memcmp(real[i], mine[i], 128) == 0, "what sscanf writes");
}

int main(void) {
  for (int i = 0; i < 100000; i++) scans();
  for (int way = 0; way < 3; way++) {
    int n = 0;
    char c = 0;
    same(listed(way, "12;", "%d%c", &n, &c) == 2 && n == 12 && c == ';', "a list");
  }
  int n = 0, k = 0;
  same(model___isoc99_sscanf("5", "%d", &n) == 1 && model___isoc23_sscanf("6", "%d", &k) == 1 && n + k == 11, "other names");
  puts("equal");
  return 0;
}
