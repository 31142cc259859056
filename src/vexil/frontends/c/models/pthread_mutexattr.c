/* models: pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype pthread_mutexattr_gettype pthread_mutexattr_setkind_np pthread_mutexattr_setpshared pthread_mutexattr_getpshared */
#include "vexil.h"

int pthread_mutexattr_init(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_mutexattr_destroy(int *attributes) {
  (void)attributes;
  return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
  if (kind < 0 || kind > 3) return __VEXIL_EINVAL;
  *attributes = (*attributes & ~3) | kind;
  return 0;
}

int pthread_mutexattr_setkind_np(int *attributes, int kind) { return pthread_mutexattr_settype(attributes, kind); }

int pthread_mutexattr_gettype(const int *attributes, int *kind) {
  *kind = *attributes & 3;
  return 0;
}

int pthread_mutexattr_setpshared(int *attributes, int shared) {
  if (shared != 0 && shared != 1) return __VEXIL_EINVAL;
  *attributes = (*attributes & 3) | shared << 2;
  return 0;
}

int pthread_mutexattr_getpshared(const int *attributes, int *shared) {
  *shared = *attributes >> 2 & 1;
  return 0;
}
