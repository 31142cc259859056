#include <stdio.h>

int main(void) {
  char word[4];
  return scanf("%s", word);
}
