/* models: localeconv setlocale nl_langinfo */
/* assumption localeconv: the locale is "C" */
#include "kept_text.h"

__vexil_size strlen(const char *s);

/* <locale.h> */
struct __vexil_conventions {
  const char *texts[10];
  char numbers[14];
};

static struct __vexil_conventions __vexil_conventions;
static struct __vexil_kept __vexil_locale, __vexil_item;

struct __vexil_conventions *localeconv(void) {
  __vexil_conventions.texts[0] = ".";
  for (int i = 1; i < 10; i++) __vexil_conventions.texts[i] = "";
  for (int i = 0; i < 14; i++) __vexil_conventions.numbers[i] = 127;
  return &__vexil_conventions;
}

char *setlocale(int category, const char *name) {
  (void)category;
  if (name != 0) strlen(name);
  if (name != 0 && __vexil_choose_bool()) return 0;
  __vexil_adds("the name of a locale is any text");
  return __vexil_keep_text(&__vexil_locale);
}

char *nl_langinfo(int item) {
  (void)item;
  __vexil_adds("what a locale says is any text");
  return __vexil_keep_text(&__vexil_item);
}
