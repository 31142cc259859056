// Memory on the stack is gone with its function, and nobody frees it.
#include <alloca.h>

char *kept;

void f(void) {
  kept = alloca(2);
  kept[1] = 1;
}

int main(void) {
  f();
  return kept[1];  // violated: memsafety
}
