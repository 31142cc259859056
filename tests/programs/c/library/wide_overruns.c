#include <wchar.h>

int main(void) {
  wchar_t text[4];
  swprintf(text, 10, L"%d", 3);
  return 0;
}
