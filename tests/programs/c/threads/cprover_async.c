/* A label of the CPROVER tools: the call runs as a thread, so the assertion can fail there. */
#include <assert.h>
int shared;
void work(void) { shared = 1; }
int main(void) {
__CPROVER_ASYNC_1:
  work();
  assert(shared == 1);
  return 0;
}
