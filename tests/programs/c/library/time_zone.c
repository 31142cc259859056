#define _GNU_SOURCE
#include <assert.h>
#include <sys/time.h>

int main(void) {
  struct timeval now;
  struct timezone zone = {60, 1};
  gettimeofday(&now, &zone);
  assert(zone.tz_minuteswest == 60);
  return 0;
}
