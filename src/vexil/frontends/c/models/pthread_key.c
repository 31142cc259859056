/* models: pthread_key_create pthread_key_delete pthread_getspecific pthread_setspecific */
/* assumption pthread_key_create: a program creates at most 16 keys */
#include "vexil.h"

/* The number of a key is never used again, so that what threads had stored under a deleted one cannot be seen. */
static unsigned __vexil_key_count;
static _Bool __vexil_key_live[16];
static void (*__vexil_destructors[16])(void *);
static __thread void *__vexil_values[16];

void __vexil_thread_at_end(void (*function)(void));

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  __vexil_begin_atomic();
  unsigned number = __vexil_key_count;
  if (number < 16) {
    __vexil_key_count = number + 1;
    __vexil_key_live[number] = 1;
    __vexil_destructors[number] = destructor;
  }
  __vexil_end_atomic();
  if (number == 16) return __VEXIL_EAGAIN;
  *key = number;
  return 0;
}

int pthread_key_delete(unsigned key) {
  __vexil_begin_atomic();
  _Bool live = key < 16 && __vexil_key_live[key];
  if (live) __vexil_key_live[key] = 0;
  __vexil_end_atomic();
  return live ? 0 : __VEXIL_EINVAL;
}

/* Calls destructors until every value is null, at most four times round. */
static void __vexil_destroy_values(void) {
  for (int round = 0; round < 4; round++) {
    _Bool again = 0;
    for (unsigned key = 0; key < __vexil_key_count; key++) {
      void *value = __vexil_values[key];
      if (value == 0) continue;
      __vexil_begin_atomic();
      void (*destructor)(void *) = __vexil_key_live[key] ? __vexil_destructors[key] : 0;
      __vexil_end_atomic();
      if (destructor == 0) continue;
      __vexil_values[key] = 0;
      destructor(value);
      again = 1;
    }
    if (!again) return;
  }
}

int pthread_setspecific(unsigned key, const void *value) {
  __vexil_begin_atomic();
  _Bool live = key < 16 && __vexil_key_live[key];
  _Bool destroyed = live && __vexil_destructors[key] != 0;
  __vexil_end_atomic();
  if (!live) return __VEXIL_EINVAL;
  __vexil_values[key] = (void *)value;
  if (destroyed && value != 0) __vexil_thread_at_end(__vexil_destroy_values);
  return 0;
}

void *pthread_getspecific(unsigned key) { return key < 16 ? __vexil_values[key] : 0; }
