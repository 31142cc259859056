// A variable is gone when its block is left.
int main(void) {
  int *p;
  {
    int inner = 3;
    p = &inner;
  }
  return *p;  // violated: memsafety
}
