/* <stdlib.h>: C11 7.22, POSIX */
#ifndef _STDLIB_H
#define _STDLIB_H
#define __VEXIL_NEED_size_t
#define __VEXIL_NEED_wchar_t
#include <__vexil/types.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)1)
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
int atoi(const char *);
long atol(const char *);
double atof(const char *);
double strtod(const char *, char **);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
int rand(void);
void srand(unsigned);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void abort(void) __VEXIL_NORETURN;
void exit(int) __VEXIL_NORETURN;
int atexit(void (*)(void));
char *getenv(const char *);
int system(const char *);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int abs(int);
long labs(long);
div_t div(int, int);
ldiv_t ldiv(long, long);
int mblen(const char *, size_t);
int mbtowc(wchar_t *, const char *, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *, const char *, size_t);
size_t wcstombs(char *, const wchar_t *, size_t);
#if defined __VEXIL_C99 || defined __VEXIL_POSIX
typedef struct { long long quot, rem; } lldiv_t;
long long atoll(const char *);
long long llabs(long long);
lldiv_t lldiv(long long, long long);
float strtof(const char *, char **);
long double strtold(const char *, char **);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
void _Exit(int) __VEXIL_NORETURN;
#endif
#if defined __VEXIL_C11 || defined __VEXIL_POSIX
void *aligned_alloc(size_t, size_t);
int at_quick_exit(void (*)(void));
void quick_exit(int) __VEXIL_NORETURN;
#endif
#ifdef __VEXIL_POSIX
#include <alloca.h>
#include <sys/types.h>
int posix_memalign(void **, size_t, size_t);
void *reallocarray(void *, size_t, size_t);
void *valloc(size_t);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int clearenv(void);
int mkstemp(char *);
char *mkdtemp(char *);
char *mktemp(char *);
char *realpath(const char *, char *);
int rand_r(unsigned *);
long random(void);
void srandom(unsigned);
char *initstate(unsigned, char *, size_t);
char *setstate(char *);
double drand48(void);
double erand48(unsigned short *);
long lrand48(void);
long nrand48(unsigned short *);
long mrand48(void);
void srand48(long);
int getsubopt(char **, char *const *, char **);
int grantpt(int);
int unlockpt(int);
char *ptsname(int);
int posix_openpt(int);
int on_exit(void (*)(int, void *), void *);
unsigned arc4random(void);
unsigned arc4random_uniform(unsigned);
void arc4random_buf(void *, size_t);
int getloadavg(double *, int);
long a64l(const char *);
char *l64a(long);
char *ecvt(double, int, int *, int *);
char *fcvt(double, int, int *, int *);
char *gcvt(double, int, char *);
#define WEXITSTATUS(status) (((status) & 0xff00) >> 8)
#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (((signed char)(((status) & 0x7f) + 1) >> 1) > 0)
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
#endif
#ifdef __VEXIL_GNU
char *secure_getenv(const char *);
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
int mkostemp(char *, int);
typedef int (*comparison_fn_t)(const void *, const void *);
#endif
#endif
