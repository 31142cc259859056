// A search in an array of unknown length on the heap.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  int *data = malloc(n * sizeof(int));
  if (!data)
    return 0;
  int i = 0;
  while (i < n) {
    data[i] = 7;
    i++;
  }
  i = 0;
  while (i < n && data[i] != 3)
    i++;
  free(data);
  return i;
}
