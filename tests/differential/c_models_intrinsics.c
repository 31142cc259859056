/* The intrinsics of the C library models that computations use, for a real machine. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <malloc.h>
#include <string.h>

void __vexil_copy(void *to, const void *from, unsigned long n) { memmove(to, from, n); }
void __vexil_fill(void *to, int byte, unsigned long n) { memset(to, byte, n); }
void __vexil_release(void *p) { free(p); }
_Bool __vexil_heap_base(const void *p) { return p != 0; }
_Bool __vexil_same_object(const void *p, const void *q) { return p != 0 && q != 0; }
long long __vexil_offset(const void *p) { return (long long)p; }
long long __vexil_object_size(const void *p) { return (long long)malloc_usable_size((void *)p); }

/* What is chosen is what the driver wants to be chosen: the real result has to be among the possible ones. */
double wanted_number;
_Bool wanted_truth;
const char *wanted_text = "";
int __vexil_choose_range(int low, int high) {
  if (low == ' ' && high == '~') return *wanted_text++;
  int length = (int)strlen(wanted_text);
  return length < low ? low : length > high ? high : length;
}
long __vexil_choose_long(long low, long high) { return low < high ? low : high; }
_Bool __vexil_accessible(const void *p, unsigned long n) { return p != 0 || n == 0; }
void *__vexil_next_argument(__builtin_va_list list) { return list; }
_Bool __vexil_choose_bool(void) { return wanted_truth; }
double __VERIFIER_nondet_double(void) { return wanted_number; }
void __vexil_adds(const char *reason) { (void)reason; }
void __vexil_drops(const char *reason) { (void)reason; }
double __vexil_square_root(double x) { return sqrt(x); }
float __vexil_square_rootf(float x) { return sqrtf(x); }
double __vexil_remainder(double x, double y) { return fmod(x, y); }

void __vexil_check(const char *kind, _Bool condition, const char *message) {
  if (condition) return;
  printf("check %s failed: %s\n", kind, message);
  exit(1);
}
