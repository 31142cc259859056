// What nobody looks at does not matter to what comes after it.
#include <assert.h>
#include <locale.h>

int main(void) {
  setlocale(LC_ALL, "");
  assert(0);  // violated: assert
  return 0;
}
