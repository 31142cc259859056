/* models: strerror strsignal */
/* caveat strerror adds: the message is any string */
/* caveat strerror drops: the message has at most one character */
/* caveat strsignal adds: the message is any string */
/* caveat strsignal drops: the message has at most one character */
#include "vexil.h"

static char __vexil_message[2];

char *strerror(int number) {
  (void)number;
  __vexil_message[0] = __VERIFIER_nondet_char();
  return __vexil_message;
}

char *strsignal(int number) { return strerror(number); }
