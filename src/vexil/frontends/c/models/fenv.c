/* models: fesetround fegetround fesetenv feupdateenv */
#include "vexil.h"

#define __VEXIL_OTHER_ROUNDING "rounding is to nearest, whatever direction is asked for"

static int __vexil_rounding;

int fegetround(void) { return __vexil_rounding; }

/* <fenv.h>: rounding to nearest is 0, the other directions are the bits 0xc00. */
int fesetround(int direction) {
  if ((direction & ~0xc00) != 0) return 1;
  if (direction != 0) {
    __vexil_adds(__VEXIL_OTHER_ROUNDING);
    __vexil_drops(__VEXIL_OTHER_ROUNDING);
  }
  __vexil_rounding = direction;
  return 0;
}

/* An environment rounds as was asked for before, or as at the start. */
int fesetenv(const void *environment) {
  __vexil_check("memsafety", environment == (const void *)-1 || __vexil_accessible(environment, 28),
                "fesetenv is given an environment");
  if (__vexil_rounding != 0) __vexil_rounding = __vexil_choose_range(0, 3) << 10;
  return 0;
}

int feupdateenv(const void *environment) { return fesetenv(environment); }
