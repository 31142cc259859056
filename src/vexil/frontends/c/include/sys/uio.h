/* <sys/uio.h>: POSIX */
#ifndef _SYS_UIO_H
#define _SYS_UIO_H
#include <sys/socket.h>
#define UIO_MAXIOV 1024
ssize_t readv(int, const struct iovec *, int);
ssize_t writev(int, const struct iovec *, int);
ssize_t preadv(int, const struct iovec *, int, off_t);
ssize_t pwritev(int, const struct iovec *, int, off_t);
ssize_t preadv2(int, const struct iovec *, int, off_t, int);
ssize_t pwritev2(int, const struct iovec *, int, off_t, int);
ssize_t preadv64v2(int, const struct iovec *, int, off64_t, int);
ssize_t pwritev64v2(int, const struct iovec *, int, off64_t, int);
#endif
