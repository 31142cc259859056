// With MSG_TRUNC the length of a message is told, which may be more than there is room for.
#include <sys/socket.h>
#include <sys/uio.h>

int main(void) {
  char bytes[4];
  struct iovec part = {bytes, sizeof bytes};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
#ifdef PARTS
  ssize_t length = recvmsg(3, &message, FLAGS);
#else
  ssize_t length = recvfrom(3, bytes, sizeof bytes, FLAGS, 0, 0);
  (void)message;
#endif
  return length > 0 ? bytes[length - 1] : 0;
}
