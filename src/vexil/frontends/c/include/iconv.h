/* <iconv.h>: POSIX */
#ifndef _ICONV_H
#define _ICONV_H
#include <sys/types.h>
typedef void *iconv_t;
int iconv_close(iconv_t);
iconv_t iconv_open(const char *, const char *);
size_t iconv(iconv_t, char **, size_t *, char **, size_t *);
#endif
