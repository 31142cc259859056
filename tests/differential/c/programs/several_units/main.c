// Units have static names of their own and share the others, declared in any way that is compatible.
#include <stdio.h>

static int state = 1;
static int helper(void) { return state; }

struct local {
  int a;
};

int tentative;
int tentative;
int only_tentative[3];
extern int numbers[];
extern const char *name;
extern const char *const words[];

int other(void);
int counted(void);
int as_signed();
unsigned as_unsigned(int x);
extern int later;

inline int next(int x) { return x + 1; }
extern inline int next(int x);

int main(void) {
  printf("%d %d %d\n", helper(), other(), helper());
  printf("%d %d %zu\n", tentative, numbers[2], sizeof(struct local));
  printf("%s %s %c\n", name, words[1], words[0][1]);
  counted();
  counted();
  printf("%d %d\n", counted(), next(3));
  printf("%d %u\n", as_signed(), as_unsigned(-2));
  {
    extern int numbers[3];
    printf("%zu %d\n", sizeof numbers / sizeof numbers[0], numbers[0]);
  }
  only_tentative[1] = 5;
  name = "changed";
  printf("%d %d\n", other(), later);
  return helper() + later;
}

int later = 30;
