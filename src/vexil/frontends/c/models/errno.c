/* models: __errno_location */
#include "vexil.h"

static __thread int __vexil_errno;

int *__errno_location(void) { return &__vexil_errno; }
