/* <ulimit.h>: POSIX */
#ifndef _ULIMIT_H
#define _ULIMIT_H
#include <features.h>
#define UL_GETFSIZE 1
#define UL_SETFSIZE 2
long ulimit(int, ...);
#endif
