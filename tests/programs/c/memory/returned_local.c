// A function's variables are gone when it returns.
int *dangling(void) {
  int local = 1;
  int *p = &local;
  return p;
}

int main(void) {
  int *p = dangling();
  *p = 2;  // violated: memsafety
  return 0;
}
