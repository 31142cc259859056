/* What the headers show beyond ISO C: __VEXIL_POSIX (POSIX, XSI and BSD names; the default unless -std=c…),
   __VEXIL_GNU (_GNU_SOURCE). Everything else in this folder includes this file. */
#ifndef _FEATURES_H
#define _FEATURES_H
#if !defined __STRICT_ANSI__ || defined _GNU_SOURCE || defined _DEFAULT_SOURCE || defined _BSD_SOURCE \
    || defined _SVID_SOURCE || defined _POSIX_C_SOURCE || defined _POSIX_SOURCE || defined _XOPEN_SOURCE
#define __VEXIL_POSIX 1
#endif
#ifdef _GNU_SOURCE
#define __VEXIL_GNU 1
#endif
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#define __VEXIL_C99 1
#endif
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L
#define __VEXIL_C11 1
#endif
#define __VEXIL_NORETURN __attribute__((__noreturn__))
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#endif
