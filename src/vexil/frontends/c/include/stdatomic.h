/* <stdatomic.h>: C11 7.17. Operations are plain accesses to _Atomic objects, several of them in an atomic section.
   Memory is sequentially consistent whatever order is asked for, and a weak exchange does not fail spuriously. */
#ifndef _STDATOMIC_H
#define _STDATOMIC_H
#define __VEXIL_NEED_size_t
#define __VEXIL_NEED_ptrdiff_t
#define __VEXIL_NEED_wchar_t
#include <stdint.h>
#include <__vexil/types.h>
void __vexil_begin_atomic(void);
void __vexil_end_atomic(void);
void __vexil_memory_order(int);
typedef enum {
  memory_order_relaxed, memory_order_consume, memory_order_acquire,
  memory_order_release, memory_order_acq_rel, memory_order_seq_cst
} memory_order;
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(__CHAR16_TYPE__) atomic_char16_t;
typedef _Atomic(__CHAR32_TYPE__) atomic_char32_t;
typedef _Atomic(wchar_t) atomic_wchar_t;
typedef _Atomic(int_least8_t) atomic_int_least8_t;
typedef _Atomic(uint_least8_t) atomic_uint_least8_t;
typedef _Atomic(int_least16_t) atomic_int_least16_t;
typedef _Atomic(uint_least16_t) atomic_uint_least16_t;
typedef _Atomic(int_least32_t) atomic_int_least32_t;
typedef _Atomic(uint_least32_t) atomic_uint_least32_t;
typedef _Atomic(int_least64_t) atomic_int_least64_t;
typedef _Atomic(uint_least64_t) atomic_uint_least64_t;
typedef _Atomic(int_fast8_t) atomic_int_fast8_t;
typedef _Atomic(uint_fast8_t) atomic_uint_fast8_t;
typedef _Atomic(int_fast16_t) atomic_int_fast16_t;
typedef _Atomic(uint_fast16_t) atomic_uint_fast16_t;
typedef _Atomic(int_fast32_t) atomic_int_fast32_t;
typedef _Atomic(uint_fast32_t) atomic_uint_fast32_t;
typedef _Atomic(int_fast64_t) atomic_int_fast64_t;
typedef _Atomic(uint_fast64_t) atomic_uint_fast64_t;
typedef _Atomic(intptr_t) atomic_intptr_t;
typedef _Atomic(uintptr_t) atomic_uintptr_t;
typedef _Atomic(size_t) atomic_size_t;
typedef _Atomic(ptrdiff_t) atomic_ptrdiff_t;
typedef _Atomic(intmax_t) atomic_intmax_t;
typedef _Atomic(uintmax_t) atomic_uintmax_t;
#define ATOMIC_VAR_INIT(value) (value)
#define kill_dependency(y) (y)
#define atomic_init(object, value) __c11_atomic_init(object, value)
#define atomic_thread_fence(order) (__vexil_memory_order(order))
#define atomic_signal_fence(order) ((void)(order))
#define atomic_is_lock_free(object) ((void)(object), 1)
#define atomic_load(object) ((void)0, *(object))
#define atomic_store(object, value) ((void)(*(object) = (value)))
#define __VEXIL_UPDATE(object, value, update) (__extension__({ \
  __auto_type __object = (object); \
  __typeof__(((void)0, (value))) __value = (value); \
  __vexil_begin_atomic(); \
  __typeof__(((void)0, *__object)) __old = *__object; \
  *__object = (update); \
  __vexil_end_atomic(); \
  (void)__value; \
  __old; }))
#define atomic_exchange(object, value) __VEXIL_UPDATE(object, value, __value)
/* Atomic addition wraps around (C11 7.17.7.5). */
#define __VEXIL_WRAP(sign) _Generic(__old, \
  int: (int)((unsigned)(__UINTPTR_TYPE__)__old sign (unsigned)__value), \
  long: (long)((unsigned long)__old sign (unsigned long)__value), \
  long long: (long long)((unsigned long long)__old sign (unsigned long long)__value), \
  default: __old sign __value)
#define atomic_fetch_add(object, value) __VEXIL_UPDATE(object, value, __VEXIL_WRAP(+))
#define atomic_fetch_sub(object, value) __VEXIL_UPDATE(object, value, __VEXIL_WRAP(-))
#define atomic_fetch_or(object, value) __VEXIL_UPDATE(object, value, __old | __value)
#define atomic_fetch_xor(object, value) __VEXIL_UPDATE(object, value, __old ^ __value)
#define atomic_fetch_and(object, value) __VEXIL_UPDATE(object, value, __old & __value)
#define atomic_compare_exchange_strong(object, expected, desired) (__extension__({ \
  __auto_type __object = (object); \
  __auto_type __expected = (expected); \
  __typeof__(((void)0, (desired))) __desired = (desired); \
  __vexil_begin_atomic(); \
  __typeof__(((void)0, *__object)) __old = *__object; \
  _Bool __same = __old == *__expected; \
  if (__same) *__object = __desired; else *__expected = __old; \
  __vexil_end_atomic(); \
  __same; }))
#define atomic_compare_exchange_weak(object, expected, desired) \
  atomic_compare_exchange_strong(object, expected, desired)
#define atomic_load_explicit(object, order) (__vexil_memory_order(order), atomic_load(object))
#define atomic_store_explicit(object, value, order) (__vexil_memory_order(order), atomic_store(object, value))
#define atomic_exchange_explicit(object, value, order) (__vexil_memory_order(order), atomic_exchange(object, value))
#define atomic_fetch_add_explicit(object, value, order) (__vexil_memory_order(order), atomic_fetch_add(object, value))
#define atomic_fetch_sub_explicit(object, value, order) (__vexil_memory_order(order), atomic_fetch_sub(object, value))
#define atomic_fetch_or_explicit(object, value, order) (__vexil_memory_order(order), atomic_fetch_or(object, value))
#define atomic_fetch_xor_explicit(object, value, order) (__vexil_memory_order(order), atomic_fetch_xor(object, value))
#define atomic_fetch_and_explicit(object, value, order) (__vexil_memory_order(order), atomic_fetch_and(object, value))
#define atomic_compare_exchange_strong_explicit(object, expected, desired, success, failure) \
  (__vexil_memory_order(success), __vexil_memory_order(failure), atomic_compare_exchange_strong(object, expected, desired))
#define atomic_compare_exchange_weak_explicit(object, expected, desired, success, failure) \
  (__vexil_memory_order(success), __vexil_memory_order(failure), atomic_compare_exchange_weak(object, expected, desired))
typedef struct { atomic_bool __value; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define atomic_flag_test_and_set(flag) atomic_exchange(&(flag)->__value, (_Bool)1)
#define atomic_flag_test_and_set_explicit(flag, order) (__vexil_memory_order(order), atomic_flag_test_and_set(flag))
#define atomic_flag_clear(flag) atomic_store(&(flag)->__value, 0)
#define atomic_flag_clear_explicit(flag, order) (__vexil_memory_order(order), atomic_flag_clear(flag))
#endif
