/* models: getcwd getwd get_current_dir_name realpath mktemp mkdtemp mkstemp mkostemp tmpnam tmpnam_r */
#include "kept_text.h"

__vexil_size strlen(const char *s);

enum { __VEXIL_PATH_MAX = 4096 };
#define __VEXIL_TEMPORARY "/tmp"

static _Bool __vexil_fails(void) {
  if (!__vexil_choose_bool()) return 0;
  __VEXIL_ERRNO = __vexil_choose_range(1, 133);
  return 1;
}

/* The path ends where its first null character is, which is not followed. */
static char *__vexil_end_path(char *to, __vexil_size n) {
  to[0] = '/';
  to[n - 1] = 0;
  return to;
}

/* A path that needs at most n bytes; what is behind it is any bytes, too. */
static char *__vexil_some_path(char *to, __vexil_size n) {
  __vexil_scramble(to, n);
  return __vexil_end_path(to, n);
}

static char *__vexil_new_path(__vexil_size n) {
  char *to = __vexil_allocate(n);
  return to == 0 ? 0 : __vexil_end_path(to, n);
}

char *getcwd(char *to, __vexil_size n) {
  if (to == 0) return __vexil_fails() ? 0 : __vexil_new_path(n > 1 ? n : (__vexil_size)__vexil_choose_long(2, 4096));
  __vexil_check("memsafety", n == 0 || __vexil_accessible(to, n), "there is room for the path");
  if (n < 2 || __vexil_fails()) {
    if (n < 2) __VEXIL_ERRNO = n == 0 ? __VEXIL_EINVAL : __VEXIL_ERANGE;
    if (n > 0) __vexil_scramble(to, n);
    return 0;
  }
  return __vexil_some_path(to, n > __PTRDIFF_MAX__ ? __PTRDIFF_MAX__ : n);
}

char *getwd(char *to) {
  if (!__vexil_fails()) return __vexil_some_path(to, __VEXIL_PATH_MAX);
  __vexil_some_path(to, 64); /* a message */
  return 0;
}

char *get_current_dir_name(void) { return getcwd(0, 0); }

char *realpath(const char *path, char *to) {
  if (path == 0) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return 0;
  }
  strlen(path);
  if (to == 0) return __vexil_fails() ? 0 : __vexil_new_path((__vexil_size)__vexil_choose_long(2, 4096));
  if (!__vexil_fails()) return __vexil_some_path(to, __VEXIL_PATH_MAX);
  if (__vexil_choose_bool()) __vexil_some_path(to, __VEXIL_PATH_MAX); /* as far as it was followed */
  return 0;
}

static const char __vexil_letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* Letters and digits in the place of the last six characters, which have to be X. */
static _Bool __vexil_fill_in(char *template) {
  __vexil_size length = strlen(template);
  if (length >= 6) {
    char *end = template + (length - 6);
    int i = 0;
    while (i < 6 && end[i] == 'X') i++;
    if (i == 6) {
      for (i = 0; i < 6; i++) end[i] = __vexil_letters[__vexil_choose_range(0, 61)];
      return 1;
    }
  }
  __VEXIL_ERRNO = __VEXIL_EINVAL;
  return 0;
}

char *mktemp(char *template) {
  if (!__vexil_fill_in(template) || __vexil_fails()) template[0] = 0;
  return template;
}

char *mkdtemp(char *template) { return !__vexil_fill_in(template) || __vexil_fails() ? 0 : template; }

int mkostemp(char *template, int flags) {
  (void)flags;
  return !__vexil_fill_in(template) || __vexil_fails() ? -1 : __vexil_choose_range(0, 2147483647);
}

int mkstemp(char *template) { return mkostemp(template, 0); }

static char __vexil_temporary_name[20];

/* P_tmpdir "/file" and six letters or digits. */
char *tmpnam_r(char *to) {
  if (to == 0) return 0;
  __vexil_copy(to, __VEXIL_TEMPORARY "/fileXXXXXX", sizeof __VEXIL_TEMPORARY + 11);
  return __vexil_fill_in(to) && !__vexil_fails() ? to : 0;
}

char *tmpnam(char *to) { return tmpnam_r(to == 0 ? __vexil_temporary_name : to); }
