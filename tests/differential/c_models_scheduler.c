/* The intrinsics for threads, on a machine: one thread runs at a time, and before every intrinsic and every access to
   memory that gcc's -fsanitize=thread announces, a random one of those that can move is chosen, by the rules of the
   intermediate form. Runs the program under many seeds and prints how they ended. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PASSED, ASSERT, MEMSAFETY, DEADLOCK, UNDEFINED, ENDINGS };
static const char *const endings[] = {"passed", "assert", "memsafety", "deadlock", "undefined"};

struct __vexil_thread {
  enum { READY, LOCKING, WAITING, JOINING, ENDED } state;
  int number, atomic, reentrant, timed, notified, count;
  const void *lock, *condition;
  struct __vexil_thread *target;
  void (*body)(void *);
  void *argument;
  sem_t turn;
};
typedef struct __vexil_thread *__vexil_thread;

static struct __vexil_thread threads[16];
static int thread_count = 1;
static __thread __vexil_thread self = threads;
static struct { const void *address; __vexil_thread owner; int count; } locks[64];
static unsigned long long seed;

int program_main(void);

static unsigned below(unsigned n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned)(seed >> 20) % n;
}

static int lock_at(const void *address) {
  int i = 0;
  while (locks[i].address != address && locks[i].address != 0) i++;
  locks[i].address = address;
  return i;
}

static int enabled(__vexil_thread t) {
  switch (t->state) {
    case READY: return 1;
    case LOCKING: return locks[lock_at(t->lock)].count == 0 || (t->reentrant && locks[lock_at(t->lock)].owner == t);
    case WAITING: return (t->notified || t->timed) && locks[lock_at(t->lock)].count == 0;
    case JOINING: return t->target->state == ENDED;
    default: return 0;
  }
}

/* Lets a thread that can move go on, and comes back when it is the running one's turn. */
static void yield(void) {
  __vexil_thread able[16];
  int count = 0, alive = 0;
  for (int section = 1; section >= 0 && count == 0; section--)
    for (int i = 0; i < thread_count; i++)
      if (enabled(&threads[i]) && (threads[i].atomic > 0) >= section) able[count++] = &threads[i];
  for (int i = 0; i < thread_count; i++) alive += threads[i].state != ENDED;
  if (count == 0) _exit(alive ? DEADLOCK : PASSED);
  __vexil_thread next = able[below((unsigned)count)];
  if (next == self) return;
  __vexil_thread me = self;
  sem_post(&next->turn);
  while (sem_wait(&me->turn) != 0) continue;
}

static void *run(void *p) {
  self = p;
  while (sem_wait(&self->turn) != 0) continue;
  self->body(self->argument);
  self->state = ENDED;
  self->atomic = 0;
  yield();
  return 0;
}

__vexil_thread __vexil_start(void (*body)(void *), void *argument) {
  pthread_t ignored;
  yield();
  __vexil_thread t = &threads[thread_count];
  t->number = thread_count++;
  t->body = body;
  t->argument = argument;
  sem_init(&t->turn, 0, 0);
  pthread_create(&ignored, 0, run, t);
  return t;
}

void __vexil_join(__vexil_thread t) {
  self->state = JOINING;
  self->target = t;
  yield();
  self->state = READY;
}

__vexil_thread __vexil_current_thread(void) { return self; }
_Bool __vexil_alive(__vexil_thread t) { return t != 0 && t->state != ENDED; }

void __vexil_end_thread(void) {
  self->state = ENDED;
  self->atomic = 0;
  yield();
}

static void acquire(const void *m, int reentrant) {
  self->state = LOCKING;
  self->lock = m;
  self->reentrant = reentrant;
  yield();
  self->state = READY;
  int i = lock_at(m);
  locks[i].owner = self;
  locks[i].count++;
}

void __vexil_lock(const void *m) { acquire(m, 0); }
void __vexil_lock_reentrant(const void *m) { acquire(m, 1); }
_Bool __vexil_locked(const void *m) { return locks[lock_at(m)].count > 0; }
_Bool __vexil_holds_lock(const void *m) { return __vexil_locked(m) && locks[lock_at(m)].owner == self; }

void __vexil_unlock(const void *m) {
  yield();
  if (!__vexil_holds_lock(m)) _exit(UNDEFINED);
  locks[lock_at(m)].count--;
}

static int wait_on(const void *m, const void *condition, int timed) {
  yield();
  if (!__vexil_holds_lock(m)) _exit(UNDEFINED);
  int i = lock_at(m), count = locks[i].count;
  locks[i].count = 0;
  self->state = WAITING;
  self->lock = m;
  self->condition = condition;
  self->timed = timed;
  self->notified = 0;
  yield();
  self->state = READY;
  locks[i].owner = self;
  locks[i].count = count;
  return !self->notified;
}

void __vexil_wait(const void *m, const void *condition) { wait_on(m, condition, 0); }
int __vexil_wait_timed(const void *m, const void *condition) { return wait_on(m, condition, 1); }

static void wake(const void *condition, int all) {
  __vexil_thread waiting[16];
  int count = 0;
  yield();
  for (int i = 0; i < thread_count; i++) {
    __vexil_thread t = &threads[i];
    if (t->state == WAITING && t->condition == condition && !t->notified) waiting[count++] = t;
  }
  if (count > 0 && !all) waiting[below((unsigned)count)]->notified = 1;
  for (int i = 0; i < count && all; i++) waiting[i]->notified = 1;
}

void __vexil_notify(const void *condition) { wake(condition, 0); }
void __vexil_notify_all(const void *condition) { wake(condition, 1); }
void __vexil_sleep(void) { yield(); }
_Bool __vexil_choose_bool(void) { return 0; }
long __vexil_choose_long(long low, long high) { return low < high ? low : high; }

void __vexil_begin_atomic(void) {
  yield();
  self->atomic++;
}

void __vexil_end_atomic(void) {
  if (self->atomic-- == 0) _exit(UNDEFINED);
}

_Bool __vexil_accessible(const void *p, unsigned long n) { return p != 0 && n > 0; }

void __vexil_fill(void *to, int byte, unsigned long n) {
  yield();
  memset(to, byte, n);
}

void __vexil_adds(const char *reason) { (void)reason; }
void __vexil_drops(const char *reason) { (void)reason; }

void __vexil_check(const char *kind, _Bool condition, const char *message) {
  (void)message;
  if (!condition) _exit(strcmp(kind, "memsafety") == 0 ? MEMSAFETY : ASSERT);
}

void program___assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  (void)text, (void)file, (void)line, (void)function;
  _exit(ASSERT);
}

#define ACCESS(name) void __tsan_##name(void *p) { (void)p; yield(); }
ACCESS(read1) ACCESS(read2) ACCESS(read4) ACCESS(read8) ACCESS(write1) ACCESS(write2) ACCESS(write4) ACCESS(write8)
ACCESS(unaligned_read8) ACCESS(unaligned_write8)
void __tsan_read_range(void *p, unsigned long n) { (void)p, (void)n, yield(); }
void __tsan_write_range(void *p, unsigned long n) { (void)p, (void)n, yield(); }
void __tsan_func_entry(void *p) { (void)p; }
void __tsan_func_exit(void) {}
void __tsan_init(void) {}

int __tsan_atomic32_load(int *p, int order) {
  (void)order;
  yield();
  return *p;
}

void __tsan_atomic32_store(int *p, int value, int order) {
  (void)order;
  yield();
  *p = value;
}

int __tsan_atomic32_fetch_add(int *p, int value, int order) {
  (void)order;
  yield();
  *p += value;
  return *p - value;
}

int main(int argc, char **argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 100, seen[ENDINGS + 1] = {0};
  for (int i = 0; i < runs; i++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(10);
      seed = 0x9e3779b97f4a7c15ULL * (unsigned)(i + 1);
      sem_init(&threads[0].turn, 0, 0);
      program_main();
      _exit(PASSED);
    }
    int status;
    waitpid(child, &status, 0);
    seen[WIFEXITED(status) && WEXITSTATUS(status) < ENDINGS ? WEXITSTATUS(status) : ENDINGS]++;
  }
  for (int i = 0; i < ENDINGS; i++)
    if (seen[i] > 0) printf("%s %d\n", endings[i], seen[i]);
  if (seen[ENDINGS] > 0) printf("crashed %d\n", seen[ENDINGS]);
  return 0;
}
