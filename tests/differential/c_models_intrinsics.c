/* The intrinsics of the C library models that computations use, for a real machine. */
#include <stdio.h>
#include <stdlib.h>
#include <malloc.h>
#include <string.h>

void __vexil_copy(void *to, const void *from, unsigned long n) { memmove(to, from, n); }
void __vexil_fill(void *to, int byte, unsigned long n) { memset(to, byte, n); }
void __vexil_release(void *p) { free(p); }
_Bool __vexil_heap_base(const void *p) { return p != 0; }
long long __vexil_object_size(const void *p) { return (long long)malloc_usable_size((void *)p); }
_Bool __vexil_choose_bool(void) { return 0; }

void __vexil_check(const char *kind, _Bool condition, const char *message) {
  if (condition) return;
  printf("check %s failed: %s\n", kind, message);
  exit(1);
}
