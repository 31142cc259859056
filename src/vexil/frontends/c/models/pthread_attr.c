/* models: pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_getdetachstate pthread_attr_setstacksize pthread_attr_getstacksize pthread_attr_setguardsize pthread_attr_setscope pthread_attr_setinheritsched pthread_attr_setschedpolicy pthread_attr_setschedparam */
#include "vexil.h"

/* The detach state is first, the size of the stack behind it; scheduling does not matter. */
struct __vexil_attributes {
  int detached;
  __vexil_size stack;
};

int pthread_attr_init(struct __vexil_attributes *attributes) {
  __vexil_fill(attributes, 0, __VEXIL_ATTRIBUTES_SIZE);
  attributes->stack = 8388608;
  return 0;
}

int pthread_attr_destroy(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_attr_setdetachstate(struct __vexil_attributes *attributes, int state) {
  if (state != 0 && state != 1) return __VEXIL_EINVAL;
  attributes->detached = state;
  return 0;
}

int pthread_attr_getdetachstate(const struct __vexil_attributes *attributes, int *state) {
  *state = attributes->detached;
  return 0;
}

int pthread_attr_setstacksize(struct __vexil_attributes *attributes, __vexil_size size) {
  if (size < 16384) return __VEXIL_EINVAL;
  attributes->stack = size;
  return 0;
}

int pthread_attr_getstacksize(const struct __vexil_attributes *attributes, __vexil_size *size) {
  *size = attributes->stack;
  return 0;
}

int pthread_attr_setguardsize(void *attributes, __vexil_size size) {
  (void)attributes;
  (void)size;
  return 0;
}

int pthread_attr_setscope(void *attributes, int scope) {
  (void)attributes;
  return scope == 0 ? 0 : scope == 1 ? 95 : __VEXIL_EINVAL;
}

int pthread_attr_setinheritsched(void *attributes, int inherit) {
  (void)attributes;
  return inherit == 0 || inherit == 1 ? 0 : __VEXIL_EINVAL;
}

int pthread_attr_setschedpolicy(void *attributes, int policy) {
  (void)attributes;
  return policy >= 0 && policy <= 2 ? 0 : __VEXIL_EINVAL;
}

int pthread_attr_setschedparam(void *attributes, const void *parameters) {
  (void)attributes;
  (void)parameters;
  return 0;
}
