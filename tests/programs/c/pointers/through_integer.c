/* A pointer becomes a number and another pointer: what it then points to is decided by nobody but the machine. */
int x;
long k;

int main(void) {
  int *p = &x;
  k = (long)p;
  p = (int *)(k + 8);
  return *p;
}
