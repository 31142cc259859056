// It does not write through a pointer to const, and not what it was never given.
#include <assert.h>

void look(const char *place);
static char other;

int main(void) {
  char kept = 1;
  look(&kept);
  assert(kept == 1 && other == 0);
  return 0;
}
