// What wcscpy returns and where wcstol ends are in the strings they are given.
#include <assert.h>
#include <wchar.h>

int main(void) {
  wchar_t text[8], *end, *copy = wcscpy(text, L"12x");
  wcstol(text, &end, 10);
  copy[0] = L'3';
  *end = L'y';
  assert(text[0] == L'1' || text[2] == L'x');
  return 0;
}
