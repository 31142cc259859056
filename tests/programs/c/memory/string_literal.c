// A string literal must not be changed: the compiler may put it where nobody can write.
int main(void) {
  char *word = "abc";
  word[0] = 'x';  // violated: memsafety
  return 0;
}
