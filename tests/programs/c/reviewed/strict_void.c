// Under --strict-env there is no answer about a function without a body, even if it returns and takes nothing.
#include <assert.h>

void notify(void);

int main(void) {
  notify();
  assert(1 + 1 == 2);
  return 0;
}
