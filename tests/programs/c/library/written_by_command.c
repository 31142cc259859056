// What fcntl and prctl write depends on the command.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <sys/prctl.h>

int main(void) {
  struct flock range = {.l_type = F_WRLCK};
  char name[16] = "";
  if (fcntl(3, COMMAND, &range) == -1) return 0;
  prctl(OPTION, name, 0, 0, 0);
  assert(range.l_type == F_WRLCK && name[0] == 0);
  return 0;
}
