/* models: getpid getppid getuid geteuid getgid getegid isatty */
/* caveat getpid adds: each call gives another number */
/* caveat getppid adds: each call gives another number */
#include "vexil.h"

int getpid(void) { return __vexil_choose_range(1, 2147483647); }
int getppid(void) { return __vexil_choose_range(0, 2147483647); }
unsigned getuid(void) { return (unsigned)__VERIFIER_nondet_int(); }
unsigned geteuid(void) { return (unsigned)__VERIFIER_nondet_int(); }
unsigned getgid(void) { return (unsigned)__VERIFIER_nondet_int(); }
unsigned getegid(void) { return (unsigned)__VERIFIER_nondet_int(); }

int isatty(int descriptor) {
  (void)descriptor;
  return __vexil_choose_bool();
}
