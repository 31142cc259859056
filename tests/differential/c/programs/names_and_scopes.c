// The same name for different things: shadowed variables, static locals, tags, labels, and names with a dollar.
#include <stdio.h>

int x = 10;
int x$1 = 20;
typedef int number;
struct thing {
  int a;
};

static int static_in_blocks(void) {
  static int n = 1;
  {
    static int n = 100;
    n++;
  }
  {
    static int n = 1000;
    return n++;
  }
}

static int shadowed(int x) {
  {
    int x = 5;
    int old = x++;
    {
      extern int x;
      return old * 100 + x++;
    }
  }
}

static int with_dollar(void) {
  int old = x$1++;
  return old * 100 + x$1--;
}

static int size_of_local_tag(void) {
  struct thing {
    char b[9];
  };
  return sizeof(struct thing);
}

static int variable_named_as_type(void) {
  int number = 3;
  return number * 2;
}

static int label(int label) {
  goto label;
label:
  return label;
}

int main(void) {
  for (int i = 0; i < 3; i++) printf("%d ", static_in_blocks());
  puts("");
  for (int i = 0; i < 2; i++) printf("%d ", shadowed(1));
  printf("%d\n", with_dollar());
  printf("%d %d %d\n", size_of_local_tag(), variable_named_as_type(), label(4));
  for (int x = 0; x < 2; x++) {
    int x = 7;
    printf("%d ", x++);
  }
  printf("%d %d\n", x, x$1);
  return x;
}
