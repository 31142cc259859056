/* <signal.h>: C11 7.14, POSIX; numbers of Linux */
#ifndef _SIGNAL_H
#define _SIGNAL_H
#include <features.h>
#ifdef __VEXIL_POSIX
#define __VEXIL_NEED_sigset_t
#define __VEXIL_NEED_timespec
#define __VEXIL_NEED_pthread_types
#define __VEXIL_NEED_ids
#define __VEXIL_NEED_size_t
#define __VEXIL_NEED_clock_t
#include <__vexil/types.h>
#endif
typedef int sig_atomic_t;
#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_ERR ((void (*)(int))-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSYS 31
void (*signal(int, void (*)(int)))(int);
int raise(int);
#ifdef __VEXIL_POSIX
#define NSIG 65
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SIGEV_SIGNAL 0
#define SIGEV_NONE 1
#define SIGEV_THREAD 2
#define SI_USER 0
typedef void (*sighandler_t)(int);
typedef void (*__sighandler_t)(int);
typedef void (*sig_t)(int);
union sigval { int sival_int; void *sival_ptr; };
typedef union sigval sigval_t;
typedef struct {
  int si_signo, si_errno, si_code;
  int si_pid;
  unsigned si_uid;
  int si_status;
  void *si_addr;
  union sigval si_value;
  char __room[__SIZEOF_POINTER__ == 8 ? 88 : 96];
} siginfo_t;
struct sigaction {
  union { void (*sa_handler)(int); void (*sa_sigaction)(int, siginfo_t *, void *); } __handler;
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};
#define sa_handler __handler.sa_handler
#define sa_sigaction __handler.sa_sigaction
struct sigevent {
  union sigval sigev_value;
  int sigev_signo, sigev_notify;
  void (*sigev_notify_function)(union sigval);
  void *sigev_notify_attributes;
  char __room[__SIZEOF_POINTER__ == 8 ? 32 : 44];
};
typedef struct sigevent sigevent_t;
#define __stack_t_defined 1
typedef struct { void *ss_sp; int ss_flags; size_t ss_size; } stack_t;
int kill(pid_t, int);
int killpg(pid_t, int);
int pthread_kill(pthread_t, int);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigaddset(sigset_t *, int);
int sigaltstack(const stack_t *, stack_t *);
int sigdelset(sigset_t *, int);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int siginterrupt(int, int);
int sigismember(const sigset_t *, int);
int sigpending(sigset_t *);
int sigprocmask(int, const sigset_t *, sigset_t *);
int sigqueue(pid_t, int, const union sigval);
int sigsuspend(const sigset_t *);
int sigtimedwait(const sigset_t *, siginfo_t *, const struct timespec *);
int sigwait(const sigset_t *, int *);
int sigwaitinfo(const sigset_t *, siginfo_t *);
void psignal(int, const char *);
#endif
#endif
