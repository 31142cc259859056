/* <search.h>: POSIX */
#ifndef _SEARCH_H
#define _SEARCH_H
#include <sys/types.h>
typedef enum { FIND = 0, ENTER = 1 } ACTION;
struct entry {
  char *key;
  void *data;
};
typedef struct entry ENTRY;
typedef enum { preorder = 0, postorder = 1, endorder = 2, leaf = 3 } VISIT;
void insque(void *, void *);
void remque(void *);
ENTRY *hsearch(ENTRY, ACTION);
int hcreate(size_t);
void hdestroy(void);
void *tsearch(const void *, void **, int (*)(const void *, const void *));
void *tfind(const void *, void *const *, int (*)(const void *, const void *));
void *tdelete(const void *, void **, int (*)(const void *, const void *));
void twalk(const void *, void (*)(const void *, VISIT, int));
void twalk_r(const void *, void (*)(const void *, VISIT, void *), void *);
void tdestroy(void *, void (*)(void *));
void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));
#endif
