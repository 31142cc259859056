/* models: signal bsd_signal __sysv_signal sysv_signal ssignal sigset sigaction raise gsignal kill pause sigsuspend sighold sigrelse sigignore sigprocmask pthread_sigmask sigwait sigwaitinfo sigtimedwait sigemptyset sigfillset sigaddset sigdelset sigismember */
#include "kept_text.h"

typedef void (*__vexil_handler)(int);

extern _Bool __vexil_has_handlers;

/* <signal.h>: the GNU C library's layout. */
#define __VEXIL_WORD_BITS (8 * (int)sizeof(long))
struct __vexil_signals {
  unsigned long words[1024 / (8 * sizeof(long))];
};
struct __vexil_action {
  __vexil_handler handler;
  struct __vexil_signals mask;
  int flags;
  void (*restorer)(void);
};

static struct __vexil_action __vexil_actions[65];
static struct __vexil_signals __vexil_blocked;
static _Bool __vexil_pending[65];
static int __vexil_pending_count;
static long __vexil_signal_information[128 / sizeof(long)];

#define __VEXIL_IS_DEFAULT(handler) ((handler) == (__vexil_handler)0)
#define __VEXIL_IS_IGNORED(handler) ((handler) == (__vexil_handler)1)

static _Bool __vexil_can_be_caught(int number) { return number >= 1 && number <= 64 && number != 9 && number != 19; }

/* Signals arrive where the program sends them to itself, and where it waits for one. */
static void __vexil_note_handler(__vexil_handler handler) {
  if (__VEXIL_IS_DEFAULT(handler) || __VEXIL_IS_IGNORED(handler)) return;
  __vexil_has_handlers = 1;
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
  __vexil_fill(&__vexil_actions[number].mask, 0, 8);
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
    __vexil_copy(&__vexil_actions[number].mask, &action->mask, 8);
  }
  if (before != 0) *before = old;
  return 0;
}

#define __VEXIL_WORD(set, number) ((set)->words[((number) - 1) / __VEXIL_WORD_BITS])
#define __VEXIL_BIT(number) (1UL << (((number) - 1) % __VEXIL_WORD_BITS))

static _Bool __vexil_is_signal(int number) {
  if (number >= 1 && number <= 64) return 1;
  __VEXIL_ERRNO = __VEXIL_EINVAL;
  return 0;
}

int sigemptyset(struct __vexil_signals *set) {
  __vexil_fill(set, 0, sizeof *set);
  return 0;
}

/* Two signals belong to the library. */
int sigfillset(struct __vexil_signals *set) {
  __vexil_fill(set, 255, sizeof *set);
  __VEXIL_WORD(set, 32) &= ~__VEXIL_BIT(32);
  __VEXIL_WORD(set, 33) &= ~__VEXIL_BIT(33);
  return 0;
}

int sigaddset(struct __vexil_signals *set, int number) {
  if (!__vexil_is_signal(number)) return -1;
  __VEXIL_WORD(set, number) |= __VEXIL_BIT(number);
  return 0;
}

int sigdelset(struct __vexil_signals *set, int number) {
  if (!__vexil_is_signal(number)) return -1;
  __VEXIL_WORD(set, number) &= ~__VEXIL_BIT(number);
  return 0;
}

int sigismember(const struct __vexil_signals *set, int number) {
  if (!__vexil_is_signal(number)) return -1;
  return (__VEXIL_WORD(set, number) & __VEXIL_BIT(number)) != 0;
}

static _Bool __vexil_is_blocked(int number) {
  return (__VEXIL_WORD(&__vexil_blocked, number) & __VEXIL_BIT(number)) != 0;
}

/* SIGKILL and SIGSTOP. */
static void __vexil_unblock_always(void) {
  __VEXIL_WORD(&__vexil_blocked, 9) &= ~__VEXIL_BIT(9);
  __VEXIL_WORD(&__vexil_blocked, 19) &= ~__VEXIL_BIT(19);
}

int raise(int number);

/* Signals that arrived while they were blocked are handled now. */
static void __vexil_handle_pending(void) {
  if (__vexil_pending_count == 0) return;
  for (int number = 1; number <= 64; number++)
    if (__vexil_pending[number] && !__vexil_is_blocked(number)) {
      __vexil_pending[number] = 0;
      __vexil_pending_count--;
      raise(number);
    }
}

static _Bool __vexil_was_handled;

/* While its handler runs a signal is blocked, unless SA_NODEFER is set, and so are those of its mask. */
static void __vexil_handle(int number) {
  struct __vexil_action *action = &__vexil_actions[number];
  __vexil_handler handler = action->handler;
  int flags = action->flags;
  struct __vexil_signals before;
  for (int i = 0; i < 64 / __VEXIL_WORD_BITS; i++) {
    before.words[i] = __vexil_blocked.words[i];
    __vexil_blocked.words[i] |= action->mask.words[i];
  }
  __vexil_unblock_always();
  __vexil_was_handled = 1;
  if (flags < 0) action->handler = 0; /* SA_RESETHAND */
  if ((flags & 0x40000000) == 0) __VEXIL_WORD(&__vexil_blocked, number) |= __VEXIL_BIT(number);
  if ((flags & 4) != 0) ((void (*)(int, void *, void *))handler)(number, __vexil_signal_information, 0);
  else handler(number);
  for (int i = 0; i < 64 / __VEXIL_WORD_BITS; i++) __vexil_blocked.words[i] = before.words[i];
  __vexil_handle_pending();
}

int pthread_sigmask(int how, const struct __vexil_signals *set, struct __vexil_signals *before) {
  struct __vexil_signals old = __vexil_blocked;
  if (set != 0) {
    if (how < 0 || how > 2) return __VEXIL_EINVAL;
    for (int i = 0; i < 64 / __VEXIL_WORD_BITS; i++) {
      unsigned long now = __vexil_blocked.words[i], given = set->words[i];
      __vexil_blocked.words[i] = how == 0 ? now | given : how == 1 ? now & ~given : given;
    }
    __vexil_unblock_always();
  }
  if (before != 0) *before = old;
  __vexil_handle_pending();
  return 0;
}

int sigprocmask(int how, const struct __vexil_signals *set, struct __vexil_signals *before) {
  int error = pthread_sigmask(how, set, before);
  if (error == 0) return 0;
  __VEXIL_ERRNO = error;
  return -1;
}

/* SIG_HOLD, which is 2, blocks the signal. */
__vexil_handler sigset(int number, __vexil_handler handler) {
  if (!__vexil_can_be_caught(number)) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return (__vexil_handler)-1;
  }
  __vexil_handler before = __vexil_is_blocked(number) ? (__vexil_handler)2 : __vexil_actions[number].handler;
  if (handler == (__vexil_handler)2) {
    __VEXIL_WORD(&__vexil_blocked, number) |= __VEXIL_BIT(number);
    return before;
  }
  signal(number, handler);
  __VEXIL_WORD(&__vexil_blocked, number) &= ~__VEXIL_BIT(number);
  __vexil_handle_pending();
  return before;
}

int sighold(int number) {
  if (!__vexil_is_signal(number)) return -1;
  __VEXIL_WORD(&__vexil_blocked, number) |= __VEXIL_BIT(number);
  return 0;
}

int sigrelse(int number) {
  if (!__vexil_is_signal(number)) return -1;
  __VEXIL_WORD(&__vexil_blocked, number) &= ~__VEXIL_BIT(number);
  __vexil_handle_pending();
  return 0;
}

int sigignore(int number) {
  return signal(number, (__vexil_handler)1) == (__vexil_handler)-1 ? -1 : 0;
}

int raise(int number) {
  if (!__vexil_is_signal(number)) return -1;
  if (__vexil_is_blocked(number)) {
    if (!__vexil_pending[number]) __vexil_pending_count++;
    __vexil_pending[number] = 1;
    return 0;
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

/* Any signal with a handler may come that is not blocked, and none need come. */
int pause(void) {
  int number = __vexil_choose_range(1, 64);
  __vexil_handler handler = __vexil_actions[number].handler;
  if (__VEXIL_IS_DEFAULT(handler) || __VEXIL_IS_IGNORED(handler) || __vexil_is_blocked(number))
    for (;;) __vexil_sleep();
  __vexil_handle(number);
  __VEXIL_ERRNO = 4;
  return -1;
}

int sigsuspend(const struct __vexil_signals *set) {
  struct __vexil_signals before;
  __vexil_was_handled = 0;
  pthread_sigmask(2, set, &before);
  if (!__vexil_was_handled) pause();
  pthread_sigmask(2, &before, 0);
  __VEXIL_ERRNO = __VEXIL_EINTR;
  return -1;
}

/* A signal of the set that waits, or any that comes; none need come. */
static int __vexil_await(const struct __vexil_signals *set) {
  if (__vexil_pending_count > 0)
    for (int number = 1; number <= 64; number++)
      if (__vexil_pending[number] && sigismember(set, number)) {
        __vexil_pending[number] = 0;
        __vexil_pending_count--;
        return number;
      }
  int number = __vexil_choose_range(1, 64);
  if (!sigismember(set, number))
    for (;;) __vexil_sleep();
  return number;
}

int sigwait(const struct __vexil_signals *set, int *number) {
  *number = __vexil_await(set);
  return 0;
}

int sigwaitinfo(const struct __vexil_signals *set, int *information) {
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __VEXIL_EINTR;
    return -1;
  }
  int number = __vexil_await(set);
  if (information != 0) {
    __vexil_scramble(information, 128);
    information[0] = number;
    information[1] = 0;
    information[2] = __VERIFIER_nondet_int();
  }
  return number;
}

int sigtimedwait(const struct __vexil_signals *set, int *information, const long *time) {
  if (time != 0 && __vexil_choose_bool()) {
    __VEXIL_ERRNO = time[1] < 0 || time[1] > 999999999 ? __VEXIL_EINVAL : __VEXIL_EAGAIN;
    return -1;
  }
  return sigwaitinfo(set, information);
}
