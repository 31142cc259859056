// A string literal must not be changed: the compiler may put it where nobody can write.
int main(void) {
  char *word = "abc";
  word[0] = 'x';
  return 0;
}
