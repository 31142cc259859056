/* <sys/shm.h>: POSIX */
#ifndef _SYS_SHM_H
#define _SYS_SHM_H
#include <time.h>
#include <sys/ipc.h>
#define SHM_R 256
#define SHM_W 128
#define SHM_RDONLY 4096
#define SHM_RND 8192
#define SHM_REMAP 16384
#define SHM_EXEC 32768
#define SHM_LOCK 11
#define SHM_UNLOCK 12
#define SHM_STAT 13
#define SHM_INFO 14
#define SHM_STAT_ANY 15
#define SHM_DEST 512
#define SHM_LOCKED 1024
#define SHM_HUGETLB 2048
#define SHM_NORESERVE 4096
typedef unsigned long shmatt_t;
struct shmid_ds {
  struct ipc_perm shm_perm;
  size_t shm_segsz;
  time_t shm_atime;
#ifndef __LP64__
  unsigned long __shm_atime_high;
#endif
  time_t shm_dtime;
#ifndef __LP64__
  unsigned long __shm_dtime_high;
#endif
  time_t shm_ctime;
#ifndef __LP64__
  unsigned long __shm_ctime_high;
#endif
  pid_t shm_cpid;
  pid_t shm_lpid;
  shmatt_t shm_nattch;
  unsigned long __glibc_reserved5;
  unsigned long __glibc_reserved6;
};
int shmctl(int, int, struct shmid_ds *);
int shmget(key_t, size_t, int);
void *shmat(int, const void *, int);
int shmdt(const void *);
int getpagesize(void);
#define SHMLBA (getpagesize())
#endif
