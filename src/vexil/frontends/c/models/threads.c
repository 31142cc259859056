/* models: thrd_create thrd_join thrd_exit thrd_current thrd_equal thrd_detach thrd_sleep thrd_yield */
/* assumption thrd_sleep: no signal interrupts it */
#include "vexil.h"

int __vexil_thread_create(unsigned long *thread, _Bool detached, void *(*routine)(void *), int (*plain)(void *),
    void *argument);
int __vexil_thread_join(unsigned long thread, void **result, int *code);
_Noreturn void __vexil_thread_exit(void *result, int code);
unsigned long pthread_self(void);
int pthread_detach(unsigned long thread);

enum { __vexil_success = 0, __vexil_error = 2, __vexil_no_memory = 3 };

int thrd_create(unsigned long *thread, int (*routine)(void *), void *argument) {
  return __vexil_thread_create(thread, 0, 0, routine, argument) == 0 ? __vexil_success : __vexil_no_memory;
}

int thrd_join(unsigned long thread, int *result) {
  return __vexil_thread_join(thread, 0, result) == 0 ? __vexil_success : __vexil_error;
}

_Noreturn void thrd_exit(int result) { __vexil_thread_exit(0, result); }

unsigned long thrd_current(void) { return pthread_self(); }

int thrd_equal(unsigned long left, unsigned long right) { return left == right; }

int thrd_detach(unsigned long thread) { return pthread_detach(thread) == 0 ? __vexil_success : __vexil_error; }

int thrd_sleep(const void *time, void *rest) {
  (void)time;
  (void)rest;
  __vexil_sleep();
  return 0;
}

void thrd_yield(void) {}
