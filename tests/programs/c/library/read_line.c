#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  char text[16], stamp[8];
  ssize_t n = read(0, text, sizeof text - 1);
  if (n < 0) return 1;
  text[n] = 0;
  assert(n <= 15);
  time_t now = time(0);
  struct tm *date = localtime(&now);
  assert(date->tm_mon >= 0 && date->tm_mon < 12);
  assert(strftime(stamp, sizeof stamp, "%Y", date) < sizeof stamp);
  return 0;
}
