#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

int main(void) {
  struct timespec *time = malloc(sizeof *time);
  time->tv_sec = 0;
  time->tv_nsec = 1;
  free(time);
  return nanosleep(time, 0);
}
