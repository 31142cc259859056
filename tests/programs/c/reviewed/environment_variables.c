// The array of environment variables ends with a null pointer.
int main(int count, char **arguments, char **environment) {
  int variables = 0;
  while (environment[variables]) variables++;
  return arguments[count] != 0;
}
