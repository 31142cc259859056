/* models: strerror strsignal */
/* caveat strerror adds: the message is any string */
/* caveat strerror drops: the message is shorter than 8 characters */
/* caveat strsignal adds: the message is any string */
/* caveat strsignal drops: the message is shorter than 8 characters */
#include "vexil.h"

static char __vexil_message[8];

char *strerror(int number) {
  (void)number;
  __vexil_begin_atomic();
  for (int i = 0; i < 7; i++) __vexil_message[i] = __VERIFIER_nondet_char();
  __vexil_end_atomic();
  return __vexil_message;
}

char *strsignal(int number) { return strerror(number); }
