// Labels of switch are converted to the promoted type of its value: ranges, negative and wide ones.
#include <stdio.h>

static int of_int(int value) {
  switch (value) {
  case -2147483647 - 1 ... -1000: return 1;
  case -5 ... 5: return 2;
  case 2147483647: return 3;
  default: return 4;
  }
}

static int of_wide(unsigned long long value) {
  switch (value) {
  case 0 ... 9: return 1;
  case 0xffffffffffffff00ULL ... 0xffffffffffffffffULL: return 2;
  case 5000 ... 1000000000000ULL: return 3;
  case -1000: return 4;
  }
  return 5;
}

static int of_unsigned(unsigned value) {
  switch (value) {
  case -294967296: return 1;
  case 3000000000u ... 3999999999u: return 2;
  default: return 3;
  }
}

static int of_char(signed char value) {
  switch (value) {
  case 'a' ... 'z': return 1;
  case -128 ... -1: return 2;
  case 300: return 3;
  }
  return 0;
}

static int of_byte(unsigned char value) {
  switch (value) {
  case -3: return 1;
  case 200 ... 255: return 2;
  }
  return 0;
}

static int copy_loop(int count) {
  int result = 0;
  switch (count % 4) {
  case 0:
    do {
      result += 1;
    case 3: result += 10;
    case 2: result += 100;
    case 1: result += 1000;
    } while ((count -= 4) > 0);
  }
  return result;
}

static void show_jumps(void) {
  for (int i = 0; i < 5; i++) {
    switch (i) {
    case 1: continue;
    case 3: break;
    default:
      while (1) break;
      printf("default %d, ", i);
    }
    printf("end %d\n", i);
  }
  switch (2)
    if (0) {
    case 1: puts("one");
    } else {
    case 2: puts("two");
    }
  switch (3) {
    int declared;
  case 3: declared = 4; printf("%d\n", declared);
  }
  switch (7) {
  default: puts("default first");
  case 0: puts("falls"); break;
  case 8: puts("never");
  }
}

int main(void) {
  printf("%d %d %d %d %d\n", of_int(-5000), of_int(-999), of_int(0), of_int(2147483647), of_int(6));
  printf("%d %d %d %d\n", of_wide(5), of_wide(-1), of_wide(5000), of_wide(1ULL << 39));
  printf("%d %d %d\n", of_wide(10), of_wide(-1000), of_wide(1ULL << 40));
  printf("%d %d %d\n", of_unsigned(4000000000u), of_unsigned(3000000000u), of_unsigned(5));
  printf("%d %d %d %d\n", of_char('q'), of_char((signed char)200), of_char('A'), of_char(300 - 256));
  printf("%d %d\n", of_byte(253), of_byte(199));
  for (int i = 1; i < 7; i++) printf("%d ", copy_loop(i));
  puts("");
  show_jumps();
  long long wide = 0x100000001LL;
  switch (wide) {
  case 1: return 1;
  case 0x100000001LL: return 42;
  }
  return 2;
}
