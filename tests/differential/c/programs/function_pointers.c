// Functions that return functions or arrays, and pointers to functions in every place.
#include <stdio.h>

typedef int operation(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }

static int (*chosen(int first, int second))(int, int) { return first > second ? add : &subtract; }

static int (*row(int (*rows)[3], int number))[3] { return rows + number; }

static void shown(int number) { printf("handler %d\n", number); }
static void (*handler(int number, void (*given)(int)))(int) { return number ? given : 0; }

static operation *(*chooser(void))(int, int) { return chosen; }

static int applied(operation f, int a) { return (****f)(a, 1); }

struct calculator {
  operation *operations[2];
  struct calculator *self;
  int memory[2][2];
};

static struct calculator calculator = {{add, subtract}, &calculator, {{1, 2}, {3, 77}}};
static struct calculator copied(void) { return calculator; }

int main(void) {
  printf("%d %d\n", chosen(2, 1)(3, 4), (*chosen(1, 2))(3, 4));
  printf("%d\n", chooser()(2, 1)(20, 2));
  int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
  printf("%d %zu\n", (*row(rows, 1))[2], sizeof *row(rows, 0) / sizeof(int));
  handler(1, shown)(5);
  printf("%d\n", handler(0, shown) == 0);

  printf("%d %d\n", applied(subtract, 9), (rows[0][0] ? add : subtract)(1, 1));
  printf("%d\n", calculator.self->self->operations[1](5, 3));
  printf("%d %d\n", copied().memory[1][1], copied().self->memory[0][1]);
  printf("%d\n", copied().operations[0](3, 4));

  operation *table[] = {add, subtract};
  operation *(*whole)[2] = &table, **one = table;
  printf("%d %d\n", (*whole)[1](4, 1), (*++one)(9, 4));
  printf("%d %d %d\n", table[0] == add, table[0] != subtract, !add);
  return chosen(7, 3)(40, 2);
}
