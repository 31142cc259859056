// Anonymous private memory is as large as was asked for, and starts as zeros.
#include <assert.h>
#include <sys/mman.h>

int main(void) {
  int *mapped = mmap(0, 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return 0;
  assert(mapped[3] == 0);
  mapped[3] = 5;
  assert(mapped[3] == 5);
  munmap(mapped, 16);
  return 0;
}
