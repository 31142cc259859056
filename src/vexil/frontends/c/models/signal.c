/* models: signal bsd_signal __sysv_signal sysv_signal ssignal sigaction raise gsignal kill pause */
#include "vexil.h"

typedef void (*__vexil_handler)(int);

/* <signal.h>: the GNU C library's layout. */
struct __vexil_action {
  __vexil_handler handler;
  unsigned long mask[1024 / (8 * sizeof(long))];
  int flags;
  void (*restorer)(void);
};

static struct __vexil_action __vexil_actions[65];
static long __vexil_signal_information[128 / sizeof(long)];

#define __VEXIL_IS_DEFAULT(handler) ((handler) == (__vexil_handler)0)
#define __VEXIL_IS_IGNORED(handler) ((handler) == (__vexil_handler)1)

static _Bool __vexil_can_be_caught(int number) { return number >= 1 && number <= 64 && number != 9 && number != 19; }

/* Signals arrive where the program sends them to itself, and where it waits for one. */
static void __vexil_note_handler(__vexil_handler handler) {
  if (__VEXIL_IS_DEFAULT(handler) || __VEXIL_IS_IGNORED(handler)) return;
  __vexil_drops("handlers of signals run in raise, kill and pause only, not when a signal arrives from outside");
}

__vexil_handler signal(int number, __vexil_handler handler) {
  if (!__vexil_can_be_caught(number)) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return (__vexil_handler)-1;
  }
  __vexil_note_handler(handler);
  __vexil_handler before = __vexil_actions[number].handler;
  __vexil_actions[number].handler = handler;
  __vexil_actions[number].flags = 0;
  return before;
}

__vexil_handler bsd_signal(int number, __vexil_handler handler) { return signal(number, handler); }
__vexil_handler ssignal(int number, __vexil_handler handler) { return signal(number, handler); }

/* The handler is used once. */
__vexil_handler sysv_signal(int number, __vexil_handler handler) {
  __vexil_handler before = signal(number, handler);
  if (__vexil_can_be_caught(number)) __vexil_actions[number].flags = -2147483647 - 1;
  return before;
}

__vexil_handler __sysv_signal(int number, __vexil_handler handler) { return sysv_signal(number, handler); }

int sigaction(int number, const struct __vexil_action *action, struct __vexil_action *before) {
  if (number < 1 || number > 64 || (action != 0 && !__vexil_can_be_caught(number))) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return -1;
  }
  struct __vexil_action old = __vexil_actions[number];
  if (action != 0) {
    __vexil_note_handler(action->handler);
    __vexil_actions[number].handler = action->handler;
    __vexil_actions[number].flags = action->flags;
  }
  if (before != 0) *before = old;
  return 0;
}

static void __vexil_handle(int number) {
  struct __vexil_action *action = &__vexil_actions[number];
  __vexil_handler handler = action->handler;
  int flags = action->flags;
  if (flags < 0) action->handler = 0; /* SA_RESETHAND */
  if ((flags & 4) != 0) ((void (*)(int, void *, void *))handler)(number, __vexil_signal_information, 0);
  else handler(number);
}

int raise(int number) {
  if (number < 1 || number > 64) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return -1;
  }
  __vexil_handler handler = __vexil_actions[number].handler;
  if (__VEXIL_IS_IGNORED(handler)) return 0;
  if (__VEXIL_IS_DEFAULT(handler)) { /* SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing; SIGSTOP and its like wait */
    if (number == 17 || number == 18 || number == 23 || number == 28) return 0;
    if (number >= 19 && number <= 22) return 0;
    __vexil_stop(128 + number);
  }
  __vexil_handle(number);
  return 0;
}

int gsignal(int number) { return raise(number); }

/* Whether the signal is for this process is not known. */
int kill(int process, int number) {
  (void)process;
  if (number < 0 || number > 64) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return -1;
  }
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_bool() ? __VEXIL_EPERM : __VEXIL_ESRCH;
    return -1;
  }
  if (number != 0 && __vexil_choose_bool()) {
    __vexil_adds("kill may reach this process, whatever number it is given");
    raise(number);
  }
  return 0;
}

/* Any signal with a handler may come, and none need come. */
int pause(void) {
  int number = __vexil_choose_range(1, 64);
  __vexil_handler handler = __vexil_actions[number].handler;
  if (__VEXIL_IS_DEFAULT(handler) || __VEXIL_IS_IGNORED(handler))
    for (;;) __vexil_sleep();
  __vexil_handle(number);
  __VEXIL_ERRNO = 4;
  return -1;
}
