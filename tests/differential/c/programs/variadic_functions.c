// Arguments beyond the named ones: promoted, of any type, read twice, read by helpers, handed on to vprintf.
#include <stdarg.h>
#include <stdio.h>

typedef int summing(int, ...);

struct large {
  char a;
  short b;
  int c[3];
};
struct real {
  double d;
  char c;
};
struct tiny {
  char c;
};

static int summed(int count, va_list arguments) {
  int sum = 0;
  while (count--) sum += va_arg(arguments, int);
  return sum;
}

static int sum_twice(int count, ...) {
  va_list arguments, again;
  va_start(arguments, count);
  va_copy(again, arguments);
  int result = summed(count, arguments) * 100;
  result += summed(count, again);
  va_end(again);
  va_end(arguments);
  return result;
}

static void take(va_list *arguments, int *result) { *result = va_arg(*arguments, int); }

static void show(const char *kinds, ...) {
  va_list arguments;
  va_start(arguments, kinds);
  for (; *kinds; kinds++) switch (*kinds) {
    case 'd': printf("%d ", va_arg(arguments, int)); break;
    case 'u': printf("%u ", va_arg(arguments, unsigned)); break;
    case 'f': printf("%g ", va_arg(arguments, double)); break;
    case 'l': printf("%lld ", va_arg(arguments, long long)); break;
    case 's': printf("%s ", va_arg(arguments, char *)); break;
    case 'p': printf("%d ", *va_arg(arguments, int *)); break;
    case 'F': printf("%d ", va_arg(arguments, summing *)(2, 5, 6)); break;
    case 'R': printf("<%g> ", va_arg(arguments, struct real).d); break;
    case 'T': printf("<%c> ", va_arg(arguments, struct tiny).c); break;
    case 'L': {
      struct large large = va_arg(arguments, struct large);
      printf("{%d %d %d} ", large.a, large.b, large.c[2]);
      break;
    }
    case 'n': {
      int taken;
      take(&arguments, &taken);
      printf("taken %d ", taken);
    }
    }
  va_end(arguments);
  puts("");
}

struct reader {
  va_list arguments;
  int first;
};

static int in_a_struct(int count, ...) {
  struct reader reader;
  va_start(reader.arguments, count);
  reader.first = va_arg(reader.arguments, int);
  int result = reader.first - va_arg(reader.arguments, int);
  va_end(reader.arguments);
  return result;
}

static int print(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int printed = vprintf(format, arguments);
  va_end(arguments);
  return printed;
}

int main(void) {
  struct large large = {1, 2, {3, 4, 5}};
  struct real real = {1.5, 'x'};
  struct tiny tiny = {'q'};
  int i = 9;
  float f = 2.5f;
  short s = -3;
  unsigned char c = 255;
  _Bool b = 1;
  printf("%d\n", sum_twice(3, 1, 2, 3));
  show("dflsddu", s, f, 1LL << 40, "text", c, b, ~0u);
  show("LdLfRd", large, 1, large, 2.0, real, 3);
  show("lTlTplF", -5LL, tiny, 6LL, tiny, &i, 7LL, sum_twice);
  show("dnnd", 1, 7, 8, 2);
  printf("%d\n", in_a_struct(2, 30, 12));
  return print("%d %s %g %lld\n", 4, "x", 1.25, 1LL << 33);
}
