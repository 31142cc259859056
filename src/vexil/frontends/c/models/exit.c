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

static void __vexil_too_many(void) {
  __vexil_drops("of the functions that are to be called at the end the first 32 are");
  __vexil_adds("of the functions that are to be called at the end the first 32 are");
}

int atexit(void (*handler)(void)) {
  __vexil_begin_atomic();
  if (__vexil_handler_count < 32) {
    __vexil_handlers[__vexil_handler_count++] = handler;
  } else {
    __vexil_too_many();
  }
  __vexil_end_atomic();
  return 0;
}

int on_exit(void (*handler)(int, void *), void *argument) {
  __vexil_begin_atomic();
  if (__vexil_handler_count < 32) {
    __vexil_status_handlers[__vexil_handler_count].handler = handler;
    __vexil_status_handlers[__vexil_handler_count].argument = argument;
    __vexil_handlers[__vexil_handler_count++] = 0;
  } else {
    __vexil_too_many();
  }
  __vexil_end_atomic();
  return 0;
}

int at_quick_exit(void (*handler)(void)) {
  __vexil_begin_atomic();
  if (__vexil_quick_handler_count < 32) {
    __vexil_quick_handlers[__vexil_quick_handler_count++] = handler;
  } else {
    __vexil_too_many();
  }
  __vexil_end_atomic();
  return 0;
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
