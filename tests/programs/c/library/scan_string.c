#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int a = 0, b = 0, n = sscanf(" 12,0x1f", "%d,%i", &a, &b);
  assert(n == 2 && a == 12 && b == 31);
  char word[8] = "";
  assert(sscanf("key = 7", "%7[a-z] =%d", word, &a) == 2 && strcmp(word, "key") == 0 && a == 7);
  assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0 && a == 7);
  n = scanf("%d", &a);
  assert(n >= -1 && n <= 1 && (n == 1 || a == 7));
  return 0;
}
