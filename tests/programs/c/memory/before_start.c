// In front of an array there is nothing either.
int main(void) {
  char word[] = "ab";
  char *p = word;
  p--;
  *p = 'x';  // violated: memsafety
  return 0;
}
