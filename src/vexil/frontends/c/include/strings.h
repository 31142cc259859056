/* <strings.h>: POSIX */
#ifndef _STRINGS_H
#define _STRINGS_H
#define __VEXIL_NEED_size_t
#include <__vexil/types.h>
int bcmp(const void *, const void *, size_t);
void bcopy(const void *, void *, size_t);
void bzero(void *, size_t);
char *index(const char *, int);
char *rindex(const char *, int);
int ffs(int);
#ifdef __VEXIL_GNU
int ffsl(long);
int ffsll(long long);
#endif
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
#endif
