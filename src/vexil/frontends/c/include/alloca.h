/* <alloca.h> */
#ifndef _ALLOCA_H
#define _ALLOCA_H
#define __VEXIL_NEED_size_t
#include <__vexil/types.h>
void *alloca(size_t);
#define alloca(size) __builtin_alloca(size)
#endif
