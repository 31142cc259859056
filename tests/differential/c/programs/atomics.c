// Atomic operations of C11 and of the compiler, in one thread.
#include <stdatomic.h>
#include <stdio.h>

static atomic_int number = 5;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(int *) pointer;
static atomic_bool truth;
static atomic_uchar byte = 250;
static _Atomic double real;

static void show_c11(void) {
  printf("%d ", atomic_fetch_add(&number, 3));
  printf("%d\n", atomic_load(&number));
  int expected = 8;
  printf("%d ", atomic_compare_exchange_strong(&number, &expected, 20));
  printf("%d ", atomic_compare_exchange_strong(&number, &expected, 30));
  printf("%d\n", expected);
  printf("%d ", atomic_exchange_explicit(&number, 1, memory_order_relaxed));
  number += 4, number *= 2;
  printf("%d ", number++);
  printf("%d\n", --number);
  printf("%d ", atomic_flag_test_and_set(&flag));
  printf("%d ", atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  printf("%d\n", atomic_flag_test_and_set(&flag));
  int array[4] = {1, 2, 3, 4};
  pointer = array;
  pointer++, ++pointer;
  truth = 3;
  byte += 10;
  printf("%d %d %d ", *pointer, truth, byte);
  printf("%d ", atomic_fetch_sub(&byte, 5));
  real = 1.5;
  real = real + 2;
  printf("%d %g\n", byte, real);
}

static void show_sync(void) {
  int x = 10;
  printf("%d ", __sync_fetch_and_add(&x, 5));
  printf("%d ", __sync_add_and_fetch(&x, 5));
  printf("%d ", __sync_bool_compare_and_swap(&x, 20, 1));
  printf("%d ", __sync_val_compare_and_swap(&x, 5, 2));
  printf("%d ", __sync_lock_test_and_set(&x, 7));
  __sync_lock_release(&x);
  printf("%d ", __sync_fetch_and_nand(&x, 1));
  printf("%d\n", __sync_or_and_fetch(&x, 0xf0));
}

static void show_builtins(void) {
  int x = 5, result, value = 3, expected = 9, wanted = 4;
  printf("%d ", __atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST));
  printf("%d ", __atomic_fetch_nand(&x, 3, __ATOMIC_RELAXED));
  __atomic_load(&x, &result, __ATOMIC_RELAXED);
  __atomic_store(&x, &value, __ATOMIC_RELAXED);
  printf("%d %d ", result, __atomic_load_n(&x, __ATOMIC_RELAXED));
  value = 9;
  __atomic_exchange(&x, &value, &result, __ATOMIC_RELAXED);
  printf("%d %d ", x, result);
  printf("%d ", __atomic_compare_exchange(&x, &expected, &wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  printf("%d ", __atomic_compare_exchange_n(&x, &expected, 8, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  printf("%d %d\n", x, expected);
  short narrow = 32767;
  printf("%d ", __atomic_fetch_add(&narrow, 5, __ATOMIC_RELAXED));
  printf("%d\n", narrow);
}

static void show_test_and_set(void) {
  _Bool lock = 0;
  char letter = 0;
  printf("%d ", __atomic_test_and_set(&lock, __ATOMIC_ACQUIRE));
  printf("%d ", __atomic_test_and_set(&lock, __ATOMIC_ACQUIRE));
  printf("%d ", lock);
  __atomic_clear(&lock, __ATOMIC_RELEASE);
  printf("%d ", lock);
  printf("%d ", __atomic_test_and_set(&letter, __ATOMIC_SEQ_CST));
  printf("%d\n", letter);
}

int main(void) {
  show_c11();
  show_sync();
  show_builtins();
  show_test_and_set();
  atomic_thread_fence(memory_order_seq_cst);
  return number;
}
