// Handlers of pthread_atfork run in fork, which gives -1, 0 or a number of a process.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int prepared, in_parent, in_child;

static void prepare(void) { prepared++; }
static void parent(void) { in_parent++; }
static void child(void) { in_child++; }

int main(void) {
  pthread_atfork(prepare, parent, child);
  pid_t process = fork();
  assert(process >= -1 && prepared == 1 && in_parent + in_child == 1 && (process == 0) == in_child);
  return 0;
}
