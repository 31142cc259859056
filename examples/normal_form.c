// What becomes of expressions with side effects: vexil show examples/normal_form.c
int f(int);
int g = 1, *p;

int main(void) {
  int x = 5;
  if (g && x < f(g++)) x += *p;
  return x / g;
}
