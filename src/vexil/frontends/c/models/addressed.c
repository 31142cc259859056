/* addressed: malloc calloc free exit _exit _Exit abort memcpy memmove memset reach_error __VERIFIER_error __VERIFIER_assume abs labs llabs __VERIFIER_nondet_int __VERIFIER_nondet_uint __VERIFIER_nondet_char __VERIFIER_nondet_uchar __VERIFIER_nondet_short __VERIFIER_nondet_ushort __VERIFIER_nondet_long __VERIFIER_nondet_ulong __VERIFIER_nondet_bool __VERIFIER_nondet_float __VERIFIER_nondet_double __VERIFIER_nondet_longlong __VERIFIER_nondet_ulonglong */
#include "vexil.h"

/* Functions that are operations of the intermediate form, with bodies for when their address is taken. */

void *malloc(__vexil_size n) { return __vexil_allocate(n); }
void *calloc(__vexil_size n, __vexil_size m) { return m != 0 && n > (__vexil_size)-1 / m ? (void *)0 : __vexil_allocate_zeroed(n * m); }
void free(void *p) { __vexil_free(p); }
_Noreturn void exit(int status) { __vexil_exit(status); }
_Noreturn void _exit(int status) { __vexil_stop(status); }
_Noreturn void _Exit(int status) { __vexil_stop(status); }
_Noreturn void abort(void) { __builtin_trap(); }
void *memcpy(void *to, const void *from, __vexil_size n) { return __builtin_memcpy(to, from, n); }
void *memmove(void *to, const void *from, __vexil_size n) { return __builtin_memmove(to, from, n); }
void *memset(void *to, int byte, __vexil_size n) { return __builtin_memset(to, byte, n); }
void reach_error(void) { __vexil_reach_error(); }
void __VERIFIER_error(void) { __vexil_reach_error(); }
void __VERIFIER_assume(int condition) { __vexil_restrict(condition != 0); }
int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
int __VERIFIER_nondet_value_int(void);
int __VERIFIER_nondet_int(void) { return __VERIFIER_nondet_value_int(); }
unsigned __VERIFIER_nondet_value_uint(void);
unsigned __VERIFIER_nondet_uint(void) { return __VERIFIER_nondet_value_uint(); }
char __VERIFIER_nondet_value_char(void);
char __VERIFIER_nondet_char(void) { return __VERIFIER_nondet_value_char(); }
unsigned char __VERIFIER_nondet_value_uchar(void);
unsigned char __VERIFIER_nondet_uchar(void) { return __VERIFIER_nondet_value_uchar(); }
short __VERIFIER_nondet_value_short(void);
short __VERIFIER_nondet_short(void) { return __VERIFIER_nondet_value_short(); }
unsigned short __VERIFIER_nondet_value_ushort(void);
unsigned short __VERIFIER_nondet_ushort(void) { return __VERIFIER_nondet_value_ushort(); }
long __VERIFIER_nondet_value_long(void);
long __VERIFIER_nondet_long(void) { return __VERIFIER_nondet_value_long(); }
unsigned long __VERIFIER_nondet_value_ulong(void);
unsigned long __VERIFIER_nondet_ulong(void) { return __VERIFIER_nondet_value_ulong(); }
_Bool __VERIFIER_nondet_value_bool(void);
_Bool __VERIFIER_nondet_bool(void) { return __VERIFIER_nondet_value_bool(); }
float __VERIFIER_nondet_value_float(void);
float __VERIFIER_nondet_float(void) { return __VERIFIER_nondet_value_float(); }
double __VERIFIER_nondet_value_double(void);
double __VERIFIER_nondet_double(void) { return __VERIFIER_nondet_value_double(); }
long long __VERIFIER_nondet_value_longlong(void);
long long __VERIFIER_nondet_longlong(void) { return __VERIFIER_nondet_value_longlong(); }
unsigned long long __VERIFIER_nondet_value_ulonglong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void) { return __VERIFIER_nondet_value_ulonglong(); }
