/* models: stdin stdout stderr */
#include "vexil.h"

static char __vexil_standard_streams[3];

void *stdin = &__vexil_standard_streams[0];
void *stdout = &__vexil_standard_streams[1];
void *stderr = &__vexil_standard_streams[2];
