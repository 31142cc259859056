// A message is written to the parts that inner pointers lead to.
#include <assert.h>
#include <sys/socket.h>
#include <sys/uio.h>

int main(void) {
  char first[2] = "a";
  struct iovec parts[1] = {{first, sizeof first}};
  struct msghdr message = {0};
  message.msg_iov = parts;
  message.msg_iovlen = 1;
  recvmsg(0, &message, 0);
  assert(first[0] == 'a');  // violated: assert
  return 0;
}
