// A driver serves requests under a lock and tries again while its device is busy. The lock must be taken and
// released in turn, and every time it is taken it must be released. Does every request come to an end?
//
//     vexil check examples/lock_protocol.c -p assert                                        proved
//     vexil check examples/lock_protocol.c -p 'ltl: [](at(HELD) => <>at(RELEASED))'         proved
//     vexil check examples/lock_protocol.c -p 'ltl: [](at(HELD) => <>at(DONE))'             refuted: busy for ever
//     vexil check examples/lock_protocol.c -p 'ltl: [](at(HELD) => <>at(DONE))' -DTRIES=3   proved
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void); // either value, every time it is called

static _Bool locked;

static void acquire(void) {
  assert(!locked);
  locked = 1;
}

static void release(void) {
  assert(locked);
  locked = 0;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) { // another request
    _Bool busy;
    do {
      acquire();
    HELD:
      busy = __VERIFIER_nondet_bool();
      release();
    } while (busy);
  }
  return 0;
}
