// The null pointer points to nothing.
int main(void) {
  int *p = 0;
  return *p;  // violated: memsafety
}
