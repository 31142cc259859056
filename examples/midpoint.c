// Binary search in a large range. The middle of two large numbers is written as it was for decades, and overflows.
//
//     vexil check examples/midpoint.c -p overflow              refuted, with the two numbers
//     vexil check examples/midpoint.c -p overflow -DCAREFUL    proved
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void); // any value of its type

static int middle(int low, int high) {
#ifdef CAREFUL
  return low + (high - low) / 2;
#else
  return (low + high) / 2;
#endif
}

int main(void) {
  int low = 0, high = 2000000000;
  int wanted = __VERIFIER_nondet_uchar() % 8 * 285000000;
  while (low < high) {
    int here = middle(low, high);
    if (here < wanted)
      low = here + 1;
    else
      high = here;
  }
  assert(low == wanted);
  return 0;
}
