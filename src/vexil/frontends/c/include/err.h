/* <err.h>: BSD */
#ifndef _ERR_H
#define _ERR_H
#include <features.h>
void err(int, const char *, ...) __VEXIL_NORETURN;
void errx(int, const char *, ...) __VEXIL_NORETURN;
void warn(const char *, ...);
void warnx(const char *, ...);
void verr(int, const char *, __builtin_va_list) __VEXIL_NORETURN;
void verrx(int, const char *, __builtin_va_list) __VEXIL_NORETURN;
void vwarn(const char *, __builtin_va_list);
void vwarnx(const char *, __builtin_va_list);
#endif
