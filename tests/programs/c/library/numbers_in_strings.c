// Numbers with few digits are computed as they are; the end is exact for all.
#include <assert.h>
#include <math.h>
#include <stdlib.h>

int main(void) {
  char *end;
  const char *text = " -.5e-1f";
  assert(strtod(text, &end) == -0.05 && end == text + 7);
  assert(strtod("0.1", 0) == 0.1 && strtof("0.1", 0) == 0.1f && atof("123.456e2") == 12345.6);
  text = "1e+x";
  assert(strtod(text, &end) == 1.0 && end == text + 1);
  text = "nan(12)q";
  assert(isnan(strtod(text, &end)) && *end == 'q');
  text = "-infinit";
  assert(strtod(text, &end) < -1e308 && end == text + 4);
  text = "0x1p3.";
  strtod(text, &end);
  assert(*end == '.');
  text = ".e1";
  assert(strtod(text, &end) == 0.0 && end == text);
  return 0;
}
