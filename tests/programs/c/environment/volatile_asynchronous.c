// Volatile variables of a program that others run in threads are memory: what is written is read again.
#include <assert.h>

volatile int number;

int main(void) {
  number = 1;
  __CPROVER_ASYNC_1:
  assert(number == 1);
  return 0;
}
