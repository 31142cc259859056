// A pointer that it returns may lead to a variable with external linkage.
#include <assert.h>

extern int *find(void);
int number;

int main(void) {
  int *place = find();
  if (place) {
    number = 1;
    *place = 7;
    assert(number == 1);  // violated: assert
  }
  return 0;
}
