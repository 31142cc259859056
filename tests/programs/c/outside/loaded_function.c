// A function that is found in a library may change what the outside knows.
#include <assert.h>
#include <dlfcn.h>

int state;

int main(void) {
  int (*found)(int) = (int (*)(int))dlsym(0, "found");
  state = 1;
  if (found) found(3);
  assert(state == 1);  // violated: assert
  return 0;
}
