/* models: getchar fgetc getc _IO_getc getchar_unlocked getc_unlocked fgetc_unlocked ungetc fgets gets fread feof ferror fgets_unlocked fread_unlocked feof_unlocked ferror_unlocked */
/* caveat ungetc adds: what is read next is any character */
/* caveat feof adds: any answer */
/* caveat ferror adds: any answer */
/* caveat feof_unlocked adds: any answer */
/* caveat ferror_unlocked adds: any answer */
#include "vexil.h"

/* Streams deliver any characters and end anywhere; nothing about a stream is remembered. */
int getchar(void) { return __vexil_choose_range(-1, 255); }
int getchar_unlocked(void) { return __vexil_choose_range(-1, 255); }

static void __vexil_use_stream(void *stream) {
  __vexil_check("memsafety", __vexil_accessible(stream, 1), "a stream that is read is open");
}

int fgetc(void *stream) {
  __vexil_use_stream(stream);
  return getchar();
}

int getc(void *stream) { return fgetc(stream); }
int _IO_getc(void *stream) { return fgetc(stream); }
int getc_unlocked(void *stream) { return fgetc(stream); }
int fgetc_unlocked(void *stream) { return fgetc(stream); }

int ungetc(int c, void *stream) {
  __vexil_use_stream(stream);
  if (c == -1 || __vexil_choose_bool()) return -1;
  return (unsigned char)c;
}

char *fgets(char *to, int n, void *stream) {
  int length = 0;
  __vexil_use_stream(stream);
  if (n < 1) return 0;
  while (length < n - 1) {
    int c = getchar();
    if (c == -1) {
      if (length == 0 || __vexil_choose_bool()) return 0; /* the end, or an error on the way (C11 7.21.7.2) */
      break;
    }
    to[length++] = (char)c;
    if (c == '\n') break;
  }
  to[length] = 0;
  return to;
}

char *gets(char *to) {
  __vexil_size length = 0;
  for (;;) {
    int c = getchar();
    if (c == '\n') break;
    if (c == -1) {
      if (length == 0 || __vexil_choose_bool()) return 0;
      break;
    }
    to[length++] = (char)c;
  }
  to[length] = 0;
  return to;
}

__vexil_size fread(void *to, __vexil_size size, __vexil_size count, void *stream) {
  unsigned char *bytes = to;
  __vexil_use_stream(stream);
  if (size == 0 || count == 0) return 0;
  __vexil_size length = 0;
  for (; length < size * count; length++) {
    int c = getchar();
    if (c == -1) break;
    bytes[length] = (unsigned char)c;
  }
  return length / size;
}

int feof(void *stream) {
  __vexil_use_stream(stream);
  return __vexil_choose_bool();
}

int ferror(void *stream) {
  __vexil_use_stream(stream);
  return __vexil_choose_bool();
}

char *fgets_unlocked(char *to, int n, void *stream) { return fgets(to, n, stream); }
int feof_unlocked(void *stream) { return feof(stream); }
int ferror_unlocked(void *stream) { return ferror(stream); }

__vexil_size fread_unlocked(void *to, __vexil_size size, __vexil_size count, void *stream) {
  return fread(to, size, count, stream);
}
