/* <sys/errno.h> */
#ifndef _SYS_ERRNO_H
#define _SYS_ERRNO_H
#include <errno.h>
#endif
