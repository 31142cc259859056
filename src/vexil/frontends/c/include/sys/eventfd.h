/* <sys/eventfd.h>: Linux */
#ifndef _SYS_EVENTFD_H
#define _SYS_EVENTFD_H
#include <stdint.h>
#define EFD_SEMAPHORE 1
#define EFD_CLOEXEC 524288
#define EFD_NONBLOCK 2048
typedef uint64_t eventfd_t;
int eventfd(unsigned, int);
int eventfd_read(int, eventfd_t *);
int eventfd_write(int, eventfd_t);
#endif
