/* What the bodies in this folder are written with. A call of a function below becomes one operation or expression of
   the intermediate form; docs/ir.md says what each does. Every body is a small C file whose first line lists the
   functions that it defines. A line "assumption NAME: …" says what is taken for granted where the standards leave a
   choice; "caveat NAME drops: …" or "caveat NAME adds: …" says which behaviours a body of NAME misses or makes up.
   Nothing here depends on a header, because programs may bring other declarations with the same layouts. */
#ifndef VEXIL_H
#define VEXIL_H

_Bool __vexil_accessible(const void *p, unsigned long n);
_Bool __vexil_heap_base(const void *p);
_Bool __vexil_same_object(const void *p, const void *q);
long long __vexil_offset(const void *p);
long long __vexil_object_size(const void *p);
_Bool __vexil_leaked(void);
void __vexil_copy(void *to, const void *from, unsigned long n);
void __vexil_fill(void *to, int byte, unsigned long n);
void *__vexil_allocate(unsigned long n);
void *__vexil_allocate_zeroed(unsigned long n);
void __vexil_release(void *p);

void __vexil_check(const char *kind, _Bool condition, const char *message);
void __vexil_restrict(_Bool condition);
_Noreturn void __vexil_stop(int status);
_Noreturn void __vexil_exit(int status);
void __vexil_reach_error(void);
void __vexil_free(void *p);
_Noreturn void __vexil_end_thread(void);

int __vexil_choose_range(int low, int high);
long __vexil_choose_long(long low, long high);
_Bool __vexil_choose_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

/* The next step makes up behaviours that the function does not have, or misses some that it has. */
void __vexil_adds(const char *reason);
void __vexil_drops(const char *reason);

double __vexil_square_root(double x);
float __vexil_square_rootf(float x);
double __vexil_remainder(double x, double y);

typedef struct __vexil_thread *__vexil_thread;
__vexil_thread __vexil_start(void (*body)(void *), void *argument);
void __vexil_join(__vexil_thread thread);
__vexil_thread __vexil_current_thread(void);
_Bool __vexil_alive(__vexil_thread thread);
void __vexil_lock(const void *mutex);
void __vexil_lock_reentrant(const void *mutex);
void __vexil_unlock(const void *mutex);
_Bool __vexil_locked(const void *mutex);
_Bool __vexil_holds_lock(const void *mutex);
void __vexil_wait(const void *mutex, const void *condition);
int __vexil_wait_timed(const void *mutex, const void *condition);
void __vexil_notify(const void *condition);
void __vexil_notify_all(const void *condition);
void __vexil_sleep(void);
void __vexil_begin_atomic(void);
void __vexil_end_atomic(void);

/* The address of the next argument in a list. */
void *__vexil_next_argument(__builtin_va_list list);

typedef __SIZE_TYPE__ __vexil_size;
typedef __PTRDIFF_TYPE__ __vexil_difference;

/* Whether n bytes that are written share none with m bytes that are read (C11 6.7.3.1: "restrict"). */
#define __VEXIL_APART(to, n, from, m) \
  (!__vexil_same_object(to, from) || __vexil_offset(to) + (long long)(n) <= __vexil_offset(from) || \
   __vexil_offset(from) + (long long)(m) <= __vexil_offset(to))

/* What the function would do to bytes that are both written and read is undefined. */
#define __VEXIL_DEMAND_APART(to, n, from, m, message) \
  do { \
    _Bool apart = __VEXIL_APART(to, n, from, m); \
    __vexil_check("memsafety", apart, message); \
    if (!apart) __builtin_unreachable(); \
  } while (0)

int *__errno_location(void);
void *malloc(__vexil_size n);
#define __VEXIL_ERRNO (*__errno_location())

/* Error numbers of Linux. */
#define __VEXIL_EPERM 1
#define __VEXIL_ESRCH 3
#define __VEXIL_EINTR 4
#define __VEXIL_EAGAIN 11
#define __VEXIL_ENOMEM 12
#define __VEXIL_EBUSY 16
#define __VEXIL_EINVAL 22
#define __VEXIL_EDOM 33
#define __VEXIL_ERANGE 34
#define __VEXIL_EDEADLK 35
#define __VEXIL_EOVERFLOW 75
#define __VEXIL_ENOTSUP 95
#define __VEXIL_ETIMEDOUT 110

/* The GNU C library's kinds of mutex and where a mutex keeps its kind. */
#define __VEXIL_RECURSIVE 1
#define __VEXIL_ERRORCHECK 2
#ifdef __LP64__
#define __VEXIL_KIND(mutex) (((int *)(mutex))[4])
#define __VEXIL_MUTEX_SIZE 40
#define __VEXIL_RWLOCK_SIZE 56
#define __VEXIL_BARRIER_SIZE 32
#define __VEXIL_SEMAPHORE_SIZE 32
#define __VEXIL_ATTRIBUTES_SIZE 56
#else
#define __VEXIL_KIND(mutex) (((int *)(mutex))[3])
#define __VEXIL_MUTEX_SIZE 24
#define __VEXIL_RWLOCK_SIZE 32
#define __VEXIL_BARRIER_SIZE 20
#define __VEXIL_SEMAPHORE_SIZE 16
#define __VEXIL_ATTRIBUTES_SIZE 36
#endif
#define __VEXIL_CONDITION_SIZE 48

#endif
