// A struct is returned by value while another thread writes it: the copy may have old and new members.
#include <pthread.h>

extern void reach_error(void);

struct pair {
  char members[2];
};
static struct pair shared;

static struct pair get(void) { return shared; }

static void *writer(void *argument) {
  shared.members[0] = 1;
  shared.members[1] = 1;
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, writer, 0);
  struct pair copy = get();
  if (copy.members[0] < copy.members[1])
    reach_error();  // violated: unreach
  pthread_join(other, 0);
  return 0;
}
