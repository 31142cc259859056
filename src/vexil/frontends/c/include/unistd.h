/* <unistd.h>: POSIX */
#ifndef _UNISTD_H
#define _UNISTD_H
#define __VEXIL_NEED_size_t
#define __VEXIL_NEED_ssize_t
#define __VEXIL_NEED_off_t
#define __VEXIL_NEED_ids
#define __VEXIL_NEED_suseconds_t
#include <__vexil/types.h>
#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_SEMAPHORES 200809L
#define _POSIX_TIMERS 200809L
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
extern char *optarg;
extern int optind, opterr, optopt;
#ifdef __VEXIL_GNU
extern char **environ;
#endif
int access(const char *, int);
unsigned alarm(unsigned);
int brk(void *);
int chdir(const char *);
int chown(const char *, uid_t, gid_t);
int chroot(const char *);
int close(int);
size_t confstr(int, char *, size_t);
int daemon(int, int);
int dup(int);
int dup2(int, int);
int execl(const char *, const char *, ...);
int execle(const char *, const char *, ...);
int execlp(const char *, const char *, ...);
int execv(const char *, char *const *);
int execve(const char *, char *const *, char *const *);
int execvp(const char *, char *const *);
void _exit(int) __VEXIL_NORETURN;
int fchdir(int);
int fchown(int, uid_t, gid_t);
int fdatasync(int);
pid_t fork(void);
long fpathconf(int, int);
int fsync(int);
int ftruncate(int, off_t);
char *getcwd(char *, size_t);
char *getwd(char *);
int getdtablesize(void);
gid_t getegid(void);
int getentropy(void *, size_t);
uid_t geteuid(void);
gid_t getgid(void);
int getgroups(int, gid_t *);
int gethostname(char *, size_t);
char *getlogin(void);
int getopt(int, char *const *, const char *);
int getpagesize(void);
char *getpass(const char *);
pid_t getpgid(pid_t);
pid_t getpgrp(void);
pid_t getpid(void);
pid_t getppid(void);
pid_t getsid(pid_t);
uid_t getuid(void);
int isatty(int);
int lchown(const char *, uid_t, gid_t);
int link(const char *, const char *);
int lockf(int, int, off_t);
off_t lseek(int, off_t, int);
int nice(int);
long pathconf(const char *, int);
int pause(void);
int pipe(int *);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *, char *, size_t);
int rmdir(const char *);
void *sbrk(__INTPTR_TYPE__);
int setegid(gid_t);
int seteuid(uid_t);
int setgid(gid_t);
int sethostname(const char *, size_t);
int setpgid(pid_t, pid_t);
pid_t setsid(void);
int setuid(uid_t);
unsigned sleep(unsigned);
void swab(const void *, void *, ssize_t);
int symlink(const char *, const char *);
void sync(void);
long sysconf(int);
long syscall(long, ...);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
int truncate(const char *, off_t);
char *ttyname(int);
int unlink(const char *);
int unlinkat(int, const char *, int);
int usleep(useconds_t);
pid_t vfork(void);
ssize_t write(int, const void *, size_t);
#ifdef __VEXIL_GNU
int pipe2(int *, int);
int dup3(int, int, int);
pid_t gettid(void);
char *get_current_dir_name(void);
#endif
#ifdef __VEXIL_GNU
#define SEEK_DATA 3
#define SEEK_HOLE 4
int euidaccess(const char *, int);
int eaccess(const char *, int);
int execveat(int, const char *, char *const[], char *const[], int);
int faccessat(int, const char *, int, int);
void closefrom(int);
useconds_t ualarm(useconds_t, useconds_t);
int fchownat(int, const char *, uid_t, gid_t, int);
int fexecve(int, char *const[], char *const[]);
int execvpe(const char *, char *const[], char *const[]);
int setpgrp(void);
int group_member(gid_t);
int setreuid(uid_t, uid_t);
int setregid(gid_t, gid_t);
int getresuid(uid_t *, uid_t *, uid_t *);
int getresgid(gid_t *, gid_t *, gid_t *);
int setresuid(uid_t, uid_t, uid_t);
int setresgid(gid_t, gid_t, gid_t);
int ttyname_r(int, char *, size_t);
int ttyslot(void);
int linkat(int, const char *, int, const char *, int);
int symlinkat(const char *, int, const char *);
ssize_t readlinkat(int, const char *, char *, size_t);
int getlogin_r(char *, size_t);
int setlogin(const char *);
int sethostid(long);
int getdomainname(char *, size_t);
int setdomainname(const char *, size_t);
int vhangup(void);
int revoke(const char *);
int acct(const char *);
char *getusershell(void);
void endusershell(void);
void setusershell(void);
int syncfs(int);
long gethostid(void);
ssize_t copy_file_range(int, off64_t *, int, off64_t *, size_t, unsigned);
char *crypt(const char *, const char *);
int close_range(unsigned, unsigned, int);
#endif
#endif
