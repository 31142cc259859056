int last;
static void use(const int *p) { last = *p; }
static int next(int from) {
  int to = from + 1;
  last = to;
  return to;
}
int main(void) {
  int open;
  last = 1;
  open = 4;
  last = open;
  for (int i = 1; i < 3; i++) {
    int inner = next(i);
    int cells[2] = {inner, 9};
    use(cells);
  }
  int late = 5;
  use(&late);
  return 0;
}
