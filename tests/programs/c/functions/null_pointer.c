// There is no function at the null pointer.
int main(void) {
  int (*f)(void) = 0;
  return f();
}
