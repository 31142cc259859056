/* <dlfcn.h>: POSIX */
#ifndef _DLFCN_H
#define _DLFCN_H
#include <features.h>
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_BINDING_MASK 3
#define RTLD_NOLOAD 4
#define RTLD_DEEPBIND 8
#define RTLD_GLOBAL 256
#define RTLD_LOCAL 0
#define RTLD_NODELETE 4096
#define LM_ID_BASE 0
#define LM_ID_NEWLM (-1)
#define RTLD_DL_SYMENT 1
#define RTLD_DL_LINKMAP 2
#define RTLD_DI_LMID 1
#define RTLD_DI_LINKMAP 2
#define RTLD_DI_CONFIGADDR 3
#define RTLD_DI_SERINFO 4
#define RTLD_DI_SERINFOSIZE 5
#define RTLD_DI_ORIGIN 6
#define RTLD_DI_PROFILENAME 7
#define RTLD_DI_PROFILEOUT 8
#define RTLD_DI_TLS_MODID 9
#define RTLD_DI_TLS_DATA 10
#define RTLD_DI_PHDR 11
#define RTLD_DI_MAX 11
typedef long Lmid_t;
typedef struct {
  const char *dli_fname;
  void *dli_fbase;
  const char *dli_sname;
  void *dli_saddr;
} Dl_info;
void *dlopen(const char *, int);
int dlclose(void *);
void *dlsym(void *, const char *);
void *dlmopen(Lmid_t, const char *, int);
void *dlvsym(void *, const char *, const char *);
char *dlerror(void);
int dladdr(const void *, Dl_info *);
int dladdr1(const void *, Dl_info *, void **, int);
int dlinfo(void *, int, void *);
#define RTLD_NEXT ((void *)-1L)
#define RTLD_DEFAULT ((void *)0)
#endif
