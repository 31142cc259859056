/* models: strerror strsignal */
/* assumption strerror: messages are those of the locale "C" */
/* assumption strsignal: messages are those of the locale "C" */
#include "vexil.h"

/* Text that is not followed, in a place that the next call may use again or not. */
static char *__vexil_messages[2];

static char *__vexil_some_message(void) {
  int place = __vexil_choose_bool();
  __vexil_begin_atomic();
  if (__vexil_messages[place] == 0) {
    __vexil_messages[place] = __vexil_allocate(64);
    __vexil_messages[place][63] = 0;
  }
  char *message = __vexil_messages[place] + 1;
  __vexil_end_atomic();
  __vexil_adds("the message of an error or a signal is any text of up to 62 characters");
  return message;
}

/* The errors that models of the library give most often have their own texts. */
char *strerror(int number) {
  if (number == 2) return "No such file or directory";
  if (number == 13) return "Permission denied";
  if (number == 22) return "Invalid argument";
  return __vexil_some_message();
}

char *strsignal(int number) {
  (void)number;
  return __vexil_some_message();
}
