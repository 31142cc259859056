/* models: atexit on_exit exit quick_exit at_quick_exit */
#include "vexil.h"

static void (*__vexil_handlers[32])(void);
static int __vexil_handler_count;
static struct {
  void (*handler)(int, void *);
  void *argument;
} __vexil_status_handlers[32]; /* those of on_exit, where the handler above is null */
static void (*__vexil_quick_handlers[32])(void);
static int __vexil_quick_handler_count;

int atexit(void (*handler)(void)) {
  int result = 1;
  __vexil_begin_atomic();
  if (__vexil_handler_count < 32) {
    __vexil_handlers[__vexil_handler_count++] = handler;
    result = 0;
  }
  __vexil_end_atomic();
  return result;
}

int on_exit(void (*handler)(int, void *), void *argument) {
  int result = 1;
  __vexil_begin_atomic();
  if (__vexil_handler_count < 32) {
    __vexil_status_handlers[__vexil_handler_count].handler = handler;
    __vexil_status_handlers[__vexil_handler_count].argument = argument;
    __vexil_handlers[__vexil_handler_count++] = 0;
    result = 0;
  }
  __vexil_end_atomic();
  return result;
}

int at_quick_exit(void (*handler)(void)) {
  int result = 1;
  __vexil_begin_atomic();
  if (__vexil_quick_handler_count < 32) {
    __vexil_quick_handlers[__vexil_quick_handler_count++] = handler;
    result = 0;
  }
  __vexil_end_atomic();
  return result;
}

_Noreturn void exit(int status) {
  while (__vexil_handler_count > 0) {
    int last = --__vexil_handler_count;
    if (__vexil_handlers[last] != 0) __vexil_handlers[last]();
    else __vexil_status_handlers[last].handler(status, __vexil_status_handlers[last].argument);
  }
  __vexil_stop(status);
}

_Noreturn void quick_exit(int status) {
  while (__vexil_quick_handler_count > 0) __vexil_quick_handlers[--__vexil_quick_handler_count]();
  __vexil_stop(status);
}
