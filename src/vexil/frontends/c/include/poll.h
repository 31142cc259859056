/* <poll.h>: POSIX */
#ifndef _POLL_H
#define _POLL_H
#include <features.h>
#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32
typedef unsigned long nfds_t;
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *, nfds_t, int);
#define POLLRDNORM 64
#define POLLRDBAND 128
#define POLLWRNORM 256
#define POLLWRBAND 512
#define POLLMSG 1024
#define POLLREMOVE 4096
#define POLLRDHUP 8192
#ifdef __VEXIL_GNU
#include <signal.h>
#include <time.h>
int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
#endif
#endif
