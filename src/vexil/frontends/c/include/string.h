/* <string.h>: C11 7.24, POSIX */
#ifndef _STRING_H
#define _STRING_H
#define __VEXIL_NEED_size_t
#define __VEXIL_NEED_locale_t
#include <__vexil/types.h>
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
size_t strxfrm(char *, const char *, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
size_t strcspn(const char *, const char *);
size_t strspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *);
char *strtok(char *, const char *);
size_t strlen(const char *);
char *strerror(int);
#ifdef __VEXIL_POSIX
#include <strings.h>
void *memccpy(void *, const void *, int, size_t);
size_t strnlen(const char *, size_t);
char *stpcpy(char *, const char *);
char *stpncpy(char *, const char *, size_t);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *strtok_r(char *, const char *, char **);
char *strsignal(int);
char *strsep(char **, const char *);
void explicit_bzero(void *, size_t);
#ifdef __VEXIL_GNU
char *strerror_r(int, char *, size_t);
char *strcasestr(const char *, const char *);
char *strchrnul(const char *, int);
void *memmem(const void *, size_t, const void *, size_t);
void *mempcpy(void *, const void *, size_t);
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
int strverscmp(const char *, const char *);
#ifndef basename
char *basename(const char *);
#endif
#define strdupa(s) (__extension__({ const char *__s = (s); size_t __n = strlen(__s) + 1; \
  (char *)memcpy(__builtin_alloca(__n), __s, __n); }))
#else
int __xpg_strerror_r(int, char *, size_t);
#define strerror_r __xpg_strerror_r
#endif
#endif
#endif
