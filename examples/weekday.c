// The day of the week by Zeller's congruence, to be run without compiling it.
//
//     vexil run examples/weekday.c -- 2000 2 29       Tuesday
//     vexil run examples/weekday.c                    asks for a date
#include <stdio.h>
#include <stdlib.h>

static const char *const names[] = {"Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"};

static int weekday(int year, int month, int day) {
  if (month < 3) {
    month += 12;
    year--;
  }
  return (day + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400) % 7;
}

int main(int argc, char *argv[]) {
  if (argc != 4) {
    fprintf(stderr, "usage: weekday YEAR MONTH DAY\n");
    return 1;
  }
  int year = atoi(argv[1]), month = atoi(argv[2]), day = atoi(argv[3]);
  printf("%d-%02d-%02d is a %s\n", year, month, day, names[weekday(year, month, day)]);
  return 0;
}
