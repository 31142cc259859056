/* models: rand srand rand_r random srandom initstate setstate lrand48 mrand48 srand48 drand48 */
/* assumption rand: any sequence of numbers, whatever the seed */
/* assumption rand_r: any sequence of numbers, whatever the seed */
/* assumption random: any sequence of numbers, whatever the seed */
/* assumption lrand48: any sequence of numbers, whatever the seed */
/* assumption mrand48: any sequence of numbers, whatever the seed */
/* assumption drand48: any sequence of numbers, whatever the seed */
#include "vexil.h"

int rand(void) { return __vexil_choose_range(0, 2147483647); }
void srand(unsigned seed) { (void)seed; }

int rand_r(unsigned *seed) {
  *seed = (unsigned)__VERIFIER_nondet_int();
  return __vexil_choose_range(0, 2147483647);
}

long random(void) { return __vexil_choose_long(0, 2147483647); }
void srandom(unsigned seed) { (void)seed; }

static char __vexil_first_state[128], *__vexil_state = __vexil_first_state;

/* Each number that is given changes the state, whose bytes are not followed. */
static char *__vexil_use_state(char *state) {
  char *before = __vexil_state;
  __vexil_drops("random changes the state that it was given at initstate and setstate only");
  __vexil_state = state;
  return before;
}

char *initstate(unsigned seed, char *state, __vexil_size n) {
  (void)seed;
  if (n < 8) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return 0;
  }
  for (__vexil_size i = 0; i < n && i < 256; i++) state[i] = __VERIFIER_nondet_char();
  return __vexil_use_state(state);
}

char *setstate(char *state) {
  for (int i = 0; i < 4; i++) state[i] = __VERIFIER_nondet_char();
  return __vexil_use_state(state);
}
long lrand48(void) { return __vexil_choose_long(0, 2147483647); }
long mrand48(void) { return __vexil_choose_long(-2147483647 - 1, 2147483647); }
void srand48(long seed) { (void)seed; }

double drand48(void) {
  double value = __VERIFIER_nondet_double();
  if (value >= 0.0 && value < 1.0) return value;
  return 0.0;
}
