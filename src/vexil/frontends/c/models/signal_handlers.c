/* models: __vexil_has_handlers */
#include "vexil.h"

/* Whether the program installed a handler of a signal, so that a signal may interrupt what waits. */
_Bool __vexil_has_handlers = 0;
