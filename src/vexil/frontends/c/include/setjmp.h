/* <setjmp.h>: C11 7.13 */
#ifndef _SETJMP_H
#define _SETJMP_H
#define __VEXIL_NEED_sigset_t
#include <__vexil/types.h>
struct __jmp_buf_tag { long __registers[__SIZEOF_POINTER__ == 8 ? 8 : 6]; int __saved; sigset_t __mask; };
typedef struct __jmp_buf_tag jmp_buf[1];
int setjmp(jmp_buf) __attribute__((__returns_twice__));
int _setjmp(struct __jmp_buf_tag *) __attribute__((__returns_twice__));
void longjmp(struct __jmp_buf_tag *, int) __VEXIL_NORETURN;
#define setjmp(environment) _setjmp(environment)
#ifdef __VEXIL_POSIX
typedef struct __jmp_buf_tag sigjmp_buf[1];
int __sigsetjmp(struct __jmp_buf_tag *, int) __attribute__((__returns_twice__));
void siglongjmp(sigjmp_buf, int) __VEXIL_NORETURN;
void _longjmp(struct __jmp_buf_tag *, int) __VEXIL_NORETURN;
#define sigsetjmp(environment, save) __sigsetjmp(environment, save)
#endif
#endif
