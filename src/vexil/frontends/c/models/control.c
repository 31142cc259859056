/* models: fcntl fcntl64 prctl */
#include "vexil.h"

/* <fcntl.h>; the one with wide offsets differs on i386 only */
struct __vexil_lock_range {
  short type, whence;
  long start, length;
  int process;
};
struct __vexil_wide_lock_range {
  short type, whence;
  long long start, length;
  int process;
};

#define __VEXIL_FIND_LOCK(range, offset) \
  do { \
    if (__vexil_choose_bool()) { \
      (range)->type = 2; /* F_UNLCK: there is none */ \
    } else { \
      (range)->type = (short)__vexil_choose_range(0, 1); \
      (range)->whence = 0; \
      (range)->start = offset; \
      (range)->length = offset; \
      (range)->process = __vexil_choose_range(-1, 2147483647); \
    } \
  } while (0)

static int __vexil_control(int command, __builtin_va_list list) {
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_range(1, 133);
    return -1;
  }
  if (command == 5) { /* F_GETLK */
    struct __vexil_lock_range *range = __builtin_va_arg(list, struct __vexil_lock_range *);
    __VEXIL_FIND_LOCK(range, __vexil_choose_long(0, __LONG_MAX__));
    return 0;
  }
  if (command == 12 || command == 36) { /* F_GETLK64, F_OFD_GETLK */
    struct __vexil_wide_lock_range *range = __builtin_va_arg(list, struct __vexil_wide_lock_range *);
    __VEXIL_FIND_LOCK(range, (long long)__vexil_choose_range(0, 2147483647) << 32 | (unsigned)__VERIFIER_nondet_int());
    return 0;
  }
  if (command == 16) { /* F_GETOWN_EX */
    int *owner = __builtin_va_arg(list, int *);
    owner[0] = __vexil_choose_range(0, 2);
    owner[1] = __VERIFIER_nondet_int();
    return 0;
  }
  if (command == 1035 || command == 1037) { /* F_GET_RW_HINT, F_GET_FILE_RW_HINT */
    *__builtin_va_arg(list, long long *) = __vexil_choose_range(0, 5);
    return 0;
  }
  if (command == 6 || command == 7 || command == 13 || command == 14 || command == 2 || command == 4) return 0;
  if (command == 0 || command == 1 || command == 3) return __vexil_choose_range(0, 2147483647);
  return __VERIFIER_nondet_int();
}

int fcntl(int descriptor, int command, ...) {
  __builtin_va_list list;
  (void)descriptor;
  __builtin_va_start(list, command);
  int result = __vexil_control(command, list);
  __builtin_va_end(list);
  return result;
}

int fcntl64(int descriptor, int command, ...) {
  __builtin_va_list list;
  (void)descriptor;
  __builtin_va_start(list, command);
  int result = __vexil_control(command, list);
  __builtin_va_end(list);
  return result;
}

/* <sys/prctl.h>: what is asked for goes where the second argument points to. */
static int __vexil_ask(int option, __builtin_va_list list) {
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_range(1, 133);
    return -1;
  }
  if (option == 16) { /* PR_GET_NAME */
    char *name = __builtin_va_arg(list, char *);
    for (int i = 0; i < 15; i++) name[i] = __VERIFIER_nondet_char();
    name[15] = 0;
    return 0;
  }
  if (option == 2 || option == 5 || option == 9 || option == 11 || option == 19 || option == 25 || option == 37) {
    *__builtin_va_arg(list, int *) = __VERIFIER_nondet_int();
    return 0;
  }
  if (option == 35 || option == 40 || option >= 62)
    __vexil_drops("what prctl does to memory is followed for names and numbers only");
  return __VERIFIER_nondet_int();
}

int prctl(int option, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, option);
  int result = __vexil_ask(option, list);
  __builtin_va_end(list);
  return result;
}
