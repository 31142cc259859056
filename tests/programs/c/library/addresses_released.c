// There is an address where one is found, until it is released.
#include <netdb.h>

int main(void) {
  struct addrinfo *found;
  if (getaddrinfo("host", "service", 0, &found) != 0) return 0;
#ifdef LATE
  freeaddrinfo(found);
#endif
  return found->ai_family;
}
