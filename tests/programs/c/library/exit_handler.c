#include <stdlib.h>
#include <assert.h>
int done;
static void bye(void) { assert(done == 1); // violated: assert }
int main(void) { atexit(bye); if (done) exit(4); return 3; }
