/* <aio.h>: POSIX */
#ifndef _AIO_H
#define _AIO_H
#include <signal.h>
#include <time.h>
#include <sys/types.h>
#ifdef __VEXIL_POSIX
#define AIO_CANCELED 0
#define AIO_NOTCANCELED 1
#define AIO_ALLDONE 2
#define LIO_READ 0
#define LIO_WRITE 1
#define LIO_NOP 2
#define LIO_WAIT 0
#define LIO_NOWAIT 1
struct aiocb {
  int aio_fildes;
  int aio_lio_opcode;
  int aio_reqprio;
  volatile void *aio_buf;
  size_t aio_nbytes;
  struct sigevent aio_sigevent;
  struct aiocb *__next_prio;
  int __abs_prio;
  int __policy;
  int __error_code;
  ssize_t __return_value;
  off_t aio_offset;
  char __pad[8 - sizeof(off_t)];
  char __glibc_reserved[32];
};
int aio_read(struct aiocb *);
int aio_write(struct aiocb *);
int lio_listio(int, struct aiocb *const[], int, struct sigevent *);
int aio_error(const struct aiocb *);
ssize_t aio_return(struct aiocb *);
int aio_cancel(int, struct aiocb *);
int aio_suspend(const struct aiocb *const[], int, const struct timespec *);
int aio_fsync(int, struct aiocb *);
#endif
#endif
