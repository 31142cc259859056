// Behind the last element of an array of variable length there is nothing.
int main(void) {
  int n = 3;
  char a[n];
  for (int i = 0; i <= n; i++)
    a[i] = 0;  // violated: memsafety
  return 0;
}
