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
/* What headers of the GNU C library are written with, where the machine's own are read. */
#define __THROWNL
#define __NTH(declarator) declarator
#define __NTHNL(declarator) declarator
#define __LEAF
#define __LEAF_ATTR
#define __nonnull(parameters)
#define __wur
#define __flexarr []
#define __restrict_arr
#define __attribute_malloc__
#define __attribute_alloc_size__(parameters)
#define __attribute_alloc_align__(parameters)
#define __attribute_pure__
#define __attribute_const__
#define __attribute_used__
#define __attribute_noinline__
#define __attribute_deprecated__
#define __attribute_deprecated_msg__(message)
#define __attribute_format_arg__(parameter)
#define __attribute_format_strfmon__(first, second)
#define __attribute_nonstring__
#define __attribute_artificial__
#define __attribute_maybe_unused__
#define __attribute_warn_unused_result__
#define __attribute_returns_twice__
#define __returns_nonnull
#define __attr_access(parameters)
#define __attr_access_none(parameter)
#define __fortified_attr_access(access, first, second)
#define __attr_dealloc(function, parameter)
#define __attr_dealloc_free
#define __attr_dealloc_fclose
#define __fortify_function static __inline
#define __extern_inline static __inline
#define __extern_always_inline static __inline
#define __always_inline __inline
#define __REDIRECT(name, prototype, alias) name prototype
#define __REDIRECT_NTH(name, prototype, alias) name prototype
#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))
#define __GLIBC_PREREQ(major, minor) 0
#define __glibc_clang_prereq(major, minor) 0
#define __GLIBC_USE(feature) 0
#define __glibc_has_attribute(attribute) 0
#ifdef __VEXIL_POSIX
#define __USE_POSIX 1
#define __USE_POSIX2 1
#define __USE_POSIX199309 1
#define __USE_POSIX199506 1
#define __USE_XOPEN 1
#define __USE_XOPEN_EXTENDED 1
#define __USE_XOPEN2K 1
#define __USE_XOPEN2K8 1
#define __USE_UNIX98 1
#define __USE_MISC 1
#endif
#ifdef __VEXIL_GNU
#define __USE_GNU 1
#endif
#endif
