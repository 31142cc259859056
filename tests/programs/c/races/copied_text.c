#include <pthread.h>
#include <string.h>

static char text[8];

static void *writer(void *unused) {
  (void)unused;
  memcpy(text, "abcdefg", 8);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int size = (int)strlen(text);
  pthread_join(thread, 0);
  return size;
}
