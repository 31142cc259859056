/* models: getpwnam getpwuid getpwent getgrnam getgrgid getgrent getlogin getusershell ttyname cuserid ctermid */
#include "kept_text.h"

__vexil_size strlen(const char *s);

/* <pwd.h> and <grp.h> */
struct __vexil_user {
  char *name, *password;
  unsigned user, group;
  char *comment, *folder, *shell;
};
struct __vexil_group {
  char *name, *password;
  unsigned group;
  char **members;
};

static struct __vexil_user __vexil_user;
static struct __vexil_group __vexil_group;
static struct __vexil_kept __vexil_user_text, __vexil_group_text, __vexil_login, __vexil_shell, __vexil_terminal;
static char **__vexil_members;

static _Bool __vexil_is_missing(void) {
  if (!__vexil_choose_bool()) return 0;
  __VEXIL_ERRNO = __vexil_choose_range(0, 133);
  return 1;
}

static struct __vexil_user *__vexil_some_user(void) {
  if (__vexil_is_missing()) return 0;
  __vexil_adds("what is known of a user is anything");
  __vexil_user.name = __vexil_keep_text(&__vexil_user_text);
  __vexil_user.password = __vexil_more_text(&__vexil_user_text);
  __vexil_user.user = (unsigned)__VERIFIER_nondet_int();
  __vexil_user.group = (unsigned)__VERIFIER_nondet_int();
  __vexil_user.comment = __vexil_more_text(&__vexil_user_text);
  __vexil_user.folder = __vexil_more_text(&__vexil_user_text);
  __vexil_user.shell = __vexil_more_text(&__vexil_user_text);
  return &__vexil_user;
}

struct __vexil_user *getpwnam(const char *name) {
  strlen(name);
  return __vexil_some_user();
}

struct __vexil_user *getpwuid(unsigned number) {
  struct __vexil_user *found = __vexil_some_user();
  if (found != 0) found->user = number;
  return found;
}

struct __vexil_user *getpwent(void) { return __vexil_some_user(); }

static struct __vexil_group *__vexil_some_group(void) {
  if (__vexil_is_missing()) return 0;
  __vexil_adds("what is known of a group is anything");
  __vexil_group.name = __vexil_keep_text(&__vexil_group_text);
  __vexil_group.password = __vexil_more_text(&__vexil_group_text);
  __vexil_group.group = (unsigned)__VERIFIER_nondet_int();
  __vexil_group.members = __vexil_keep_list(&__vexil_members, __vexil_more_text(&__vexil_group_text), 0);
  return &__vexil_group;
}

struct __vexil_group *getgrnam(const char *name) {
  strlen(name);
  return __vexil_some_group();
}

struct __vexil_group *getgrgid(unsigned number) {
  struct __vexil_group *found = __vexil_some_group();
  if (found != 0) found->group = number;
  return found;
}

struct __vexil_group *getgrent(void) { return __vexil_some_group(); }

char *getlogin(void) { return __vexil_is_missing() ? 0 : __vexil_keep_text(&__vexil_login); }
char *getusershell(void) { return __vexil_is_missing() ? 0 : __vexil_keep_text(&__vexil_shell); }

char *ttyname(int descriptor) {
  (void)descriptor;
  return __vexil_is_missing() ? 0 : __vexil_keep_text(&__vexil_terminal);
}

static char __vexil_user_name[9], __vexil_terminal_name[9];

/* A name of up to eight characters, or none. */
char *cuserid(char *to) {
  if (to == 0) to = __vexil_user_name;
  int length = __vexil_choose_range(0, 8);
  for (int i = 0; i < length; i++) to[i] = (char)__vexil_choose_range(1, 127);
  to[length] = 0;
  return to;
}

char *ctermid(char *to) {
  if (to == 0) to = __vexil_terminal_name;
  __vexil_copy(to, "/dev/tty", 9);
  return to;
}
