// A pointer that a function computes in a way that is not modelled refutes nothing, null or not.
#include <arpa/inet.h>

int main(void) {
  struct in_addr address = {0};
  return inet_ntoa(address)[0];
}
