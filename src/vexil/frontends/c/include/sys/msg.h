/* <sys/msg.h>: POSIX */
#ifndef _SYS_MSG_H
#define _SYS_MSG_H
#include <time.h>
#include <sys/ipc.h>
#define MSG_NOERROR 4096
#define MSG_EXCEPT 8192
#define MSG_COPY 16384
#define MSG_STAT 11
#define MSG_INFO 12
#define MSG_STAT_ANY 13
typedef unsigned long msgqnum_t;
typedef unsigned long msglen_t;
struct msqid_ds {
  struct ipc_perm msg_perm;
  time_t msg_stime;
#ifndef __LP64__
  unsigned long __msg_stime_high;
#endif
  time_t msg_rtime;
#ifndef __LP64__
  unsigned long __msg_rtime_high;
#endif
  time_t msg_ctime;
#ifndef __LP64__
  unsigned long __msg_ctime_high;
#endif
  unsigned long __msg_cbytes;
  msgqnum_t msg_qnum;
  msglen_t msg_qbytes;
  pid_t msg_lspid;
  pid_t msg_lrpid;
  unsigned long __glibc_reserved4;
  unsigned long __glibc_reserved5;
};
struct msgbuf {
  long mtype;
  char mtext[1];
};
int msgctl(int, int, struct msqid_ds *);
int msgget(key_t, int);
ssize_t msgrcv(int, void *, size_t, long, int);
int msgsnd(int, const void *, size_t, int);
#endif
