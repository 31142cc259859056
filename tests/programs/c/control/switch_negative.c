// Cases of a char, an enumeration and a long long are compared in the promoted type.
#include <assert.h>

enum level { LOW = -2, MIDDLE, HIGH = 5 };

int of_level(enum level l) {
  switch (l) {
  case LOW:
    return 1;
  case MIDDLE:
    return 2;
  default:
    return 3;
  }
}

int of_char(char c) {
  switch (c) {
  case -1:
    return 1;
  case 'a' ... 'c':
    return 2;
  }
  return 0;
}

int of_long(long long n) {
  switch (n) {
  case 0x100000000LL:
    return 1;
  case -1:
    return 2;
  }
  return 0;
}

int main(void) {
  assert(of_level(LOW) == 1 && of_level(-1) == 2 && of_level(HIGH) == 3);
  assert(of_char((char)255) == 1 && of_char('b') == 2 && of_char('d') == 0);
  assert(of_long(1LL << 32) == 1 && of_long(-1) == 2 && of_long(0) == 0);
  return 0;
}
