/* <malloc.h> */
#ifndef _MALLOC_H
#define _MALLOC_H
#define __VEXIL_NEED_size_t
#include <__vexil/types.h>
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *reallocarray(void *, size_t, size_t);
void free(void *);
void cfree(void *);
void *memalign(size_t, size_t);
void *valloc(size_t);
void *pvalloc(size_t);
size_t malloc_usable_size(void *);
int malloc_trim(size_t);
#endif
