// Functions of the library do what is written down: nothing here, but to what they are given.
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int counter = 1;

int main(void) {
  struct stat about;
  about.st_size = 3;
  printf("%d\n", counter);
  close(3);
  assert(counter == 1);
  stat("file", &about);
  assert(counter == 1);
  assert(about.st_size == 3);  // violated: assert
  return 0;
}
