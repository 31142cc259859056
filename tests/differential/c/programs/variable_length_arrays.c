// Arrays whose length is computed: as parameters, behind pointers, in loops left by goto and continue, under sizeof.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls;
static int four(void) {
  calls++;
  return 4;
}

static int sum(int rows, int columns, int matrix[rows][columns]) {
  int result = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) result += matrix[i][j];
  return result + (int)sizeof matrix[0];
}

static int last_of_second(int columns, int (*matrix)[columns]) { return matrix[1][columns - 1]; }
static int last(int count, int values[static count]) { return values[count - 1]; }

static void show_second_row(int columns, double matrix[][columns]) {
  double(*row)[columns] = matrix + 1;
  printf("%g %d\n", row[0][1], (int)(sizeof *row / sizeof **row));
}

static int recursive(int n) {
  int values[n + 1];
  for (int i = 0; i <= n; i++) values[i] = n;
  int result = n ? recursive(n - 1) : 0;
  for (int i = 0; i <= n; i++) result += values[i];
  return result;
}

static void show_loops(void) {
  for (int n = 1; n < 5; n++) {
    int values[n];
    for (int i = 0; i < n; i++) values[i] = i * n;
    if (n == 2) continue;
    printf("%d of %d\n", values[n - 1], (int)(sizeof values / sizeof values[0]));
  }
  int length = 1;
again: {
  char text[length + 1];
  memset(text, 'a' + length, sizeof text);
  text[length] = 0;
  printf("%s ", text);
  if (length++ < 4) goto again;
}
  puts("");
}

static void show_sizes(void) {
  int values[four()];
  printf("%d %d\n", (int)sizeof values, calls);
  int size = sizeof(int[four()]);
  printf("%d %d\n", size, calls);
  int i = 1;
  size = sizeof(i++);
  printf("%d %d\n", size, i);
  int matrix[2][i + 2];
  size = sizeof(matrix[i++]);
  printf("%d\n", size / (int)sizeof(int));
}

int main(void) {
  int rows = 3, columns = 4;
  int matrix[rows][columns];
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) matrix[i][j] = i * 10 + j;
  printf("%d %d %d\n", sum(rows, columns, matrix), (int)sizeof matrix, (int)sizeof matrix[0]);
  rows = columns = 7;
  printf("%d\n", (int)sizeof matrix);
  printf("%d %d\n", last_of_second(4, matrix), last(4, matrix[2]));
  int *place = &matrix[2][3];
  printf("%d %d\n", *(*(matrix + 1) + 2), (int)(place - matrix[2]));

  double fixed[2][3] = {{1, 2, 3}, {4, 5, 6}};
  show_second_row(3, fixed);
  int(*heap)[columns] = malloc(sizeof(int[2][columns]));
  heap[1][6] = 5;
  printf("%d %d\n", heap[1][6], (int)(sizeof *heap / sizeof(int)));
  free(heap);

  int cube[2][columns][3];
  cube[1][6][2] = 8;
  printf("%d %d\n", cube[1][6][2], (int)(sizeof cube / sizeof cube[0]));
  show_loops();
  show_sizes();
  return recursive(4);
}
