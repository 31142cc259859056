/* models: pthread_create pthread_join pthread_tryjoin_np pthread_exit pthread_self pthread_equal pthread_detach _pthread_cleanup_push _pthread_cleanup_pop __vexil_thread_create __vexil_thread_join __vexil_thread_exit __vexil_thread_at_end */
/* assumption pthread_create: it succeeds as long as fewer than 64 threads are not joined or detached */
/* assumption pthread_exit: functions registered by atexit are not called when the last thread ends */
#include "vexil.h"

/* A thread is known by the number of its record plus 1, in a variable of its own; record 0 is that of main. A thread
   of the intermediate form takes 8 bytes whatever the size of pointers. Positions are int, so that their products with
   the size of a record never wrap around and every analysis sees whole records. */
struct __vexil_record {
  union { __vexil_thread thread; long long room; } id;
  void *(*routine)(void *);
  int (*plain)(void *);
  void *argument;
  void *result;
  int code;
  enum { __vexil_unused, __vexil_joinable, __vexil_detached } state;
};

static struct __vexil_record __vexil_records[64];
static __thread unsigned long __vexil_self;
static __thread void (*__vexil_at_end)(void);

struct _pthread_cleanup_buffer {
  void (*routine)(void *);
  void *argument;
  int type;
  struct _pthread_cleanup_buffer *outer;
};

static __thread struct _pthread_cleanup_buffer *__vexil_cleanup;

static void __vexil_finish(void *result, int code) {
  if (__vexil_at_end != 0) __vexil_at_end();
  __vexil_begin_atomic();
  __vexil_records[(int)__vexil_self].result = result;
  __vexil_records[(int)__vexil_self].code = code;
  __vexil_end_atomic();
}

static void __vexil_body(void *p) {
  struct __vexil_record *record = p;
  __vexil_begin_atomic();
  void *(*routine)(void *) = record->routine;
  int (*plain)(void *) = record->plain;
  void *argument = record->argument;
  __vexil_self = (unsigned long)(record - __vexil_records);
  __vexil_end_atomic();
  if (routine != 0) __vexil_finish(routine(argument), 0);
  else __vexil_finish(0, plain(argument));
}

/* Starts a thread with one of the two routines. The new thread may run before the caller has its number. */
int __vexil_thread_create(unsigned long *thread, _Bool detached, void *(*routine)(void *), int (*plain)(void *),
                          void *argument) {
  unsigned long number = 1;
  __vexil_begin_atomic();
  while (number < 64 && __vexil_records[(int)number].state != __vexil_unused
         && (__vexil_records[(int)number].state == __vexil_joinable || __vexil_alive(__vexil_records[(int)number].id.thread)))
    number++;
  if (number == 64) {
    __vexil_end_atomic();
    return __VEXIL_EAGAIN;
  }
  struct __vexil_record *record = &__vexil_records[(int)number];
  record->routine = routine;
  record->plain = plain;
  record->argument = argument;
  record->state = detached ? __vexil_detached : __vexil_joinable;
  record->id.thread = __vexil_start(__vexil_body, record);
  __vexil_end_atomic();
  *thread = number + 1;
  return 0;
}

static _Bool __vexil_is_joinable(unsigned long thread) {
  return thread >= 1 && thread <= 64 && __vexil_records[(int)(thread - 1)].state == __vexil_joinable;
}

/* Waits for a thread and frees its record. */
int __vexil_thread_join(unsigned long thread, void **result, int *code) {
  if (thread == __vexil_self + 1) return __VEXIL_EDEADLK;
  __vexil_begin_atomic();
  if (!__vexil_is_joinable(thread)) {
    __vexil_end_atomic();
    __vexil_check("memsafety", 0, "a thread is joined once, and not after it was detached");
    return __VEXIL_ESRCH;
  }
  struct __vexil_record *record = &__vexil_records[(int)(thread - 1)];
  __vexil_thread id = record->id.thread;
  __vexil_end_atomic();
  __vexil_join(id);
  __vexil_begin_atomic();
  void *value = record->result;
  int number = record->code;
  record->id.thread = 0;
  record->routine = 0;
  record->plain = 0;
  record->argument = 0;
  record->result = 0;
  record->code = 0;
  record->state = __vexil_unused;
  __vexil_end_atomic();
  if (result != 0) *result = value;
  if (code != 0) *code = number;
  return 0;
}

_Noreturn void __vexil_thread_exit(void *result, int code) {
  while (__vexil_cleanup != 0) {
    struct _pthread_cleanup_buffer *buffer = __vexil_cleanup;
    __vexil_cleanup = buffer->outer;
    buffer->routine(buffer->argument);
  }
  __vexil_finish(result, code);
  __vexil_end_thread();
}

/* Has a function called when the running thread ends. */
void __vexil_thread_at_end(void (*function)(void)) { __vexil_at_end = function; }

int pthread_create(unsigned long *thread, const int *attributes, void *(*routine)(void *), void *argument) {
  return __vexil_thread_create(thread, attributes != 0 && *attributes == 1, routine, 0, argument);
}

int pthread_join(unsigned long thread, void **result) { return __vexil_thread_join(thread, result, 0); }

int pthread_tryjoin_np(unsigned long thread, void **result) {
  __vexil_begin_atomic();
  _Bool busy = __vexil_is_joinable(thread) && __vexil_alive(__vexil_records[(int)(thread - 1)].id.thread);
  __vexil_end_atomic();
  return busy ? __VEXIL_EBUSY : __vexil_thread_join(thread, result, 0);
}

_Noreturn void pthread_exit(void *result) { __vexil_thread_exit(result, 0); }

unsigned long pthread_self(void) {
  if (__vexil_self == 0) {
    __vexil_begin_atomic();
    if (__vexil_records[0].state == __vexil_unused) {
      __vexil_records[0].id.thread = __vexil_current_thread();
      __vexil_records[0].state = __vexil_joinable;
    }
    __vexil_end_atomic();
  }
  return __vexil_self + 1;
}

int pthread_equal(unsigned long left, unsigned long right) { return left == right; }

int pthread_detach(unsigned long thread) {
  __vexil_begin_atomic();
  _Bool joinable = __vexil_is_joinable(thread);
  if (joinable) __vexil_records[(int)(thread - 1)].state = __vexil_detached;
  __vexil_end_atomic();
  __vexil_check("memsafety", joinable, "a thread is detached once, and not after it was joined");
  return joinable ? 0 : __VEXIL_ESRCH;
}

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *buffer, void (*routine)(void *), void *argument) {
  buffer->routine = routine;
  buffer->argument = argument;
  buffer->outer = __vexil_cleanup;
  __vexil_cleanup = buffer;
}

void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *buffer, int execute) {
  __vexil_cleanup = buffer->outer;
  if (execute) buffer->routine(buffer->argument);
}
