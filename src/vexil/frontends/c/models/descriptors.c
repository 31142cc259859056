/* models: read pread pread64 recv recvfrom getrandom getentropy readlink write pwrite pwrite64 send sendto */
#include "vexil.h"

/* Whatever comes from outside are any bytes; as many as are wanted, or fewer. */
static __vexil_difference __vexil_some_bytes(void *to, __vexil_size n) {
  unsigned char *bytes = to;
  __vexil_check("memsafety", n == 0 || __vexil_accessible(to, n), "there is room for the bytes that are read");
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_range(1, 133);
    return -1;
  }
  __vexil_difference length = __vexil_choose_long(0, n > (__vexil_size)__PTRDIFF_MAX__ ? __PTRDIFF_MAX__ : (long)n);
  for (__vexil_difference i = 0; i < length; i++) bytes[i] = __VERIFIER_nondet_uchar();
  return length;
}

/* What goes outside is read, and may be taken in part. */
static __vexil_difference __vexil_taken(const void *from, __vexil_size n) {
  __vexil_check("memsafety", n == 0 || __vexil_accessible(from, n), "there are as many bytes as are written");
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_range(1, 133);
    return -1;
  }
  return __vexil_choose_long(0, n > (__vexil_size)__PTRDIFF_MAX__ ? __PTRDIFF_MAX__ : (long)n);
}

__vexil_difference read(int descriptor, void *to, __vexil_size n) {
  (void)descriptor;
  return __vexil_some_bytes(to, n);
}

__vexil_difference pread(int descriptor, void *to, __vexil_size n, long offset) {
  (void)descriptor;
  (void)offset;
  return __vexil_some_bytes(to, n);
}

__vexil_difference pread64(int descriptor, void *to, __vexil_size n, long long offset) {
  (void)descriptor;
  (void)offset;
  return __vexil_some_bytes(to, n);
}

/* With MSG_TRUNC the result is the length of the message, of which the bytes that are given are the beginning. */
static __vexil_difference __vexil_received(void *to, __vexil_size n, int flags) {
  __vexil_difference length = __vexil_some_bytes(to, n);
  if ((flags & 0x20) != 0 && length >= 0 && (__vexil_size)length == n) return __vexil_choose_long(length, 2147483647);
  return length;
}

__vexil_difference recv(int descriptor, void *to, __vexil_size n, int flags) {
  (void)descriptor;
  return __vexil_received(to, n, flags);
}

/* The address has at most the length that is given, and may be longer than that. */
__vexil_difference recvfrom(int descriptor, void *to, __vexil_size n, int flags, void *address, unsigned *length) {
  (void)descriptor;
  if (address != 0) {
    unsigned room = *length;
    unsigned char *bytes = address;
    for (unsigned i = 0; i < room && i < 128; i++) bytes[i] = __VERIFIER_nondet_uchar();
    *length = (unsigned)__vexil_choose_range(0, 128);
  }
  return __vexil_received(to, n, flags);
}

__vexil_difference getrandom(void *to, __vexil_size n, unsigned flags) {
  (void)flags;
  return __vexil_some_bytes(to, n);
}

int getentropy(void *to, __vexil_size n) {
  if (n > 256) {
    __VEXIL_ERRNO = 5;
    return -1;
  }
  unsigned char *bytes = to;
  for (__vexil_size i = 0; i < n; i++) bytes[i] = __VERIFIER_nondet_uchar();
  return __vexil_choose_bool() ? 0 : -1;
}

__vexil_difference readlink(const char *path, char *to, __vexil_size n) {
  (void)*path;
  return __vexil_some_bytes(to, n);
}

__vexil_difference write(int descriptor, const void *from, __vexil_size n) {
  (void)descriptor;
  return __vexil_taken(from, n);
}

__vexil_difference pwrite(int descriptor, const void *from, __vexil_size n, long offset) {
  (void)descriptor;
  (void)offset;
  return __vexil_taken(from, n);
}

__vexil_difference pwrite64(int descriptor, const void *from, __vexil_size n, long long offset) {
  (void)descriptor;
  (void)offset;
  return __vexil_taken(from, n);
}

__vexil_difference send(int descriptor, const void *from, __vexil_size n, int flags) {
  (void)descriptor;
  (void)flags;
  return __vexil_taken(from, n);
}

__vexil_difference sendto(
    int descriptor, const void *from, __vexil_size n, int flags, const void *address, unsigned length) {
  (void)descriptor;
  (void)flags;
  __vexil_check("memsafety", address == 0 || __vexil_accessible(address, length), "the address has its length");
  return __vexil_taken(from, n);
}
