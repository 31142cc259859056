#include <assert.h>
#include <poll.h>

int main(void) {
  struct pollfd polled[2] = {{0, POLLIN, 0}, {-1, POLLOUT, 0}};
  int count = poll(polled, 2, -1);
  assert(polled[0].fd == 0 && polled[1].events == POLLOUT && polled[1].revents == 0);
  assert(count == -1 || CLAIM);
  return 0;
}
