/* models: sqrt sqrtf sqrtl */
#include "vexil.h"

double sqrt(double x) {
  if (x < 0.0) __VEXIL_ERRNO = __VEXIL_EDOM;
  return __vexil_square_root(x);
}

float sqrtf(float x) {
  if (x < 0.0F) __VEXIL_ERRNO = __VEXIL_EDOM;
  return __vexil_square_rootf(x);
}

long double sqrtl(long double x) {
  __vexil_adds("long doubles are computed with 64 bits");
  __vexil_drops("long doubles are computed with 64 bits");
  return sqrt((double)x);
}
