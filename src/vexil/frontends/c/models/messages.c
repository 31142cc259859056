/* models: recvmsg recvmmsg */
#include "vexil.h"

/* <sys/uio.h> and <sys/socket.h> */
struct __vexil_part {
  unsigned char *base;
  __vexil_size length;
};
struct __vexil_message {
  unsigned char *name;
  unsigned name_length;
  const struct __vexil_part *parts;
  __vexil_size count;
  unsigned char *control;
  __vexil_size control_length;
  int flags;
};
struct __vexil_numbered_message {
  struct __vexil_message message;
  unsigned length;
};

/* Any bytes, up to any number. */
static __vexil_size __vexil_some(unsigned char *to, __vexil_size room) {
  __vexil_size n = 0;
  while (to != 0 && n < room && __vexil_choose_bool()) to[n++] = __VERIFIER_nondet_uchar();
  return n;
}

/* Any bytes come, up to any number, and go to the parts in order; so do an address and what goes with the message. */
__vexil_difference recvmsg(int descriptor, struct __vexil_message *message, int flags) {
  __vexil_difference total = 0;
  _Bool is_full = 1;
  (void)descriptor;
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_range(1, 133);
    return -1;
  }
  for (__vexil_size i = 0; i < message->count; i++) {
    __vexil_size n = __vexil_some(message->parts[i].base, message->parts[i].length);
    total += (__vexil_difference)n;
    if (n < message->parts[i].length) {
      is_full = 0;
      break;
    }
  }
  if ((flags & 0x20) != 0 && is_full) /* MSG_TRUNC: the length of all of the message */
    total = __vexil_choose_long(total, total > 2147483647 ? total : 2147483647);
  message->name_length = (unsigned)__vexil_some(message->name, message->name_length);
  message->control_length = __vexil_some(message->control, message->control_length);
  message->flags = __VERIFIER_nondet_int();
  return total;
}

int recvmmsg(int descriptor, struct __vexil_numbered_message *messages, unsigned count, int flags, void *timeout) {
  (void)timeout;
  for (unsigned i = 0; i < count; i++) {
    __vexil_difference length = recvmsg(descriptor, &messages[i].message, flags);
    if (length < 0) return i == 0 ? -1 : (int)i;
    messages[i].length = (unsigned)length;
  }
  return (int)count;
}
