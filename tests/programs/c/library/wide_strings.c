// Wide strings are computed as strings are.
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t text[8], words[] = L"a b", *rest, *end;
  char narrow[8];
  assert(mbstowcs(text, "abc", 8) == 3 && wcscmp(text, L"abc") == 0);
  assert(wcstombs(narrow, text, 8) == 3 && narrow[2] == 'c' && narrow[3] == 0);
  assert(wcsncat(text, L"xyz", 2) == text && wcslen(text) == 5);
  assert(wcschr(text, L'x') == text + 3 && wcsstr(text, L"cx") == text + 2 && wcsspn(text, L"ba") == 2);
  assert(wcscmp(wcstok(words, L" ", &rest), L"a") == 0 && wcscmp(wcstok(0, L" ", &rest), L"b") == 0);
  assert(wcstok(0, L" ", &rest) == 0 && wmemcmp(text, L"abd", 3) < 0);
  wcscpy(text, L"-17x");
  assert(wcstol(text, &end, 10) == -17 && end == text + 3);
  return 0;
}
