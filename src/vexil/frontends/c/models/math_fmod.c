/* models: fmod fmodf */
#include "vexil.h"

/* Long division by doubling and halving; every subtraction is exact (Sterbenz 1974). */
double fmod(double x, double y) {
  double rest = x < 0.0 ? -x : x, divisor = y < 0.0 ? -y : y;
  if (x != x || y != y || y == 0.0 || rest > __DBL_MAX__) return __builtin_nan("");
  if (divisor > __DBL_MAX__ || rest < divisor) return x;
  double part = divisor;
  while (rest - part >= part) part += part;
  for (;; part *= 0.5) {
    if (rest >= part) rest -= part;
    if (part == divisor) break;
  }
  return x < 0.0 ? -rest : rest;
}

float fmodf(float x, float y) { return (float)fmod(x, y); }
