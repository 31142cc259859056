/* <stdio.h>: C11 7.21, POSIX */
#ifndef _STDIO_H
#define _STDIO_H
#define __VEXIL_NEED_size_t
#define __VEXIL_NEED_FILE
#include <features.h>
#ifdef __VEXIL_POSIX
#define __VEXIL_NEED_va_list
#define __VEXIL_NEED_off_t
#define __VEXIL_NEED_ssize_t
#endif
#include <__vexil/types.h>
typedef struct { long __position; long __state[__SIZEOF_POINTER__ == 8 ? 1 : 2]; } fpos_t;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
int remove(const char *);
int rename(const char *, const char *);
FILE *tmpfile(void);
char *tmpnam(char *);
int fclose(FILE *);
int fflush(FILE *);
FILE *fopen(const char *, const char *);
FILE *freopen(const char *, const char *, FILE *);
void setbuf(FILE *, char *);
int setvbuf(FILE *, char *, int, size_t);
int fprintf(FILE *, const char *, ...);
int fscanf(FILE *, const char *, ...);
int printf(const char *, ...);
int scanf(const char *, ...);
int sprintf(char *, const char *, ...);
int sscanf(const char *, const char *, ...);
int vfprintf(FILE *, const char *, __builtin_va_list);
int vprintf(const char *, __builtin_va_list);
int vsprintf(char *, const char *, __builtin_va_list);
#if defined __VEXIL_C99 || defined __VEXIL_POSIX
int snprintf(char *, size_t, const char *, ...);
int vsnprintf(char *, size_t, const char *, __builtin_va_list);
int vfscanf(FILE *, const char *, __builtin_va_list);
int vscanf(const char *, __builtin_va_list);
int vsscanf(const char *, const char *, __builtin_va_list);
#endif
int fgetc(FILE *);
char *fgets(char *, int, FILE *);
int fputc(int, FILE *);
int fputs(const char *, FILE *);
int getc(FILE *);
int getchar(void);
#ifndef __VEXIL_C11
char *gets(char *);
#endif
int putc(int, FILE *);
int putchar(int);
int puts(const char *);
int ungetc(int, FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int fgetpos(FILE *, fpos_t *);
int fseek(FILE *, long, int);
int fsetpos(FILE *, const fpos_t *);
long ftell(FILE *);
void rewind(FILE *);
void clearerr(FILE *);
int feof(FILE *);
int ferror(FILE *);
void perror(const char *);
#ifdef __VEXIL_POSIX
#define L_ctermid 9
#define P_tmpdir "/tmp"
FILE *fdopen(int, const char *);
int fileno(FILE *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
int fseeko(FILE *, off_t, int);
off_t ftello(FILE *);
FILE *fmemopen(void *, size_t, const char *);
FILE *open_memstream(char **, size_t *);
ssize_t getline(char **, size_t *, FILE *);
ssize_t getdelim(char **, size_t *, int, FILE *);
int dprintf(int, const char *, ...);
int vdprintf(int, const char *, __builtin_va_list);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
int fputc_unlocked(int, FILE *);
int fgetc_unlocked(FILE *);
int feof_unlocked(FILE *);
int ferror_unlocked(FILE *);
int fflush_unlocked(FILE *);
void clearerr_unlocked(FILE *);
size_t fread_unlocked(void *, size_t, size_t, FILE *);
size_t fwrite_unlocked(const void *, size_t, size_t, FILE *);
char *ctermid(char *);
char *tempnam(const char *, const char *);
int renameat(int, const char *, int, const char *);
void setbuffer(FILE *, char *, size_t);
void setlinebuf(FILE *);
int getw(FILE *);
int putw(int, FILE *);
#endif
#ifdef __VEXIL_GNU
int asprintf(char **, const char *, ...);
int vasprintf(char **, const char *, __builtin_va_list);
int fputs_unlocked(const char *, FILE *);
char *fgets_unlocked(char *, int, FILE *);
#endif
#endif
