// Descriptors are -1 or numbers from 0 on, and what can only fail gives 0 or -1.
#include <arpa/inet.h>
#include <assert.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  int file = open("x", O_RDONLY), ends[2];
  if (file == -1) return 1;
  assert(file >= 0 && socket(AF_INET, SOCK_STREAM, 0) >= -1);
  int closed = close(file), piped = pipe(ends);
  assert((closed == 0 || closed == -1) && (piped == 0 || piped == -1));
  assert(htonl(1) == 0x01000000 && ntohs(0x1234) == 0x3412);
  return 0;
}
