// Copies a word to the heap, and forgets room for the zero byte at its end.
//
//     vexil check examples/copied_word.c -p memsafety             refuted: the last byte is written behind the object
//     vexil check examples/copied_word.c -p memsafety -DROOM=1    proved
#include <stdlib.h>

#ifndef ROOM
#define ROOM 0
#endif

static char *copy_of(const char *word) {
  int length = 0;
  while (word[length] != 0) length++;
  char *copy = malloc(length + ROOM);
  for (int i = 0; i <= length; i++) copy[i] = word[i];
  return copy;
}

int main(void) {
  char *word = copy_of("vex");
  free(word);
  return 0;
}
