/* <monetary.h>: POSIX */
#ifndef _MONETARY_H
#define _MONETARY_H
#include <locale.h>
#include <sys/types.h>
ssize_t strfmon(char *, size_t, const char *, ...);
ssize_t strfmon_l(char *, size_t, locale_t, const char *, ...);
#endif
