// A decimal number is a double, and a float next to it becomes one (C11 6.3.1.8).
#include <assert.h>

float single;
double twice;
int number;
float large;

int main(void) {
  single = 0.1f;
  twice = 0.1;
  number = 16777217;
  large = 16777216;
  assert(single != 0.1 && single > 0.1 && single == 0.1f && twice == 0.1 && twice != 0.1f);
  assert(large == number && large != 16777217.0);
DONE:
  return 0;
}
