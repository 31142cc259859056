/* <sys/syslog.h> */
#ifndef _SYS_SYSLOG_H
#define _SYS_SYSLOG_H
#include <syslog.h>
#endif
