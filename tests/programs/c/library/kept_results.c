// A function that keeps its result may write it again when it is called again.
#include <arpa/inet.h>
#include <assert.h>
#include <pwd.h>
#include <unistd.h>

int main(void) {
#if defined(USER)
  struct passwd *first = getpwuid(1);
  if (first == 0 || getpwuid(2) == 0) return 0;
  assert(first->pw_uid == 1);
#elif defined(TERMINAL)
  char *first = ttyname(0);
  if (first == 0) return 0;
  char letter = first[0];
  ttyname(1);
  assert(first[0] == letter);
#else
  struct in_addr one = {0x01010101}, two = {0x02020202};
  char *first = inet_ntoa(one);
  assert(first[0] == '1' && first[7] == 0);
  inet_ntoa(two);
  assert(first[0] == '1');
#endif
  return 0;
}
