// The statement of an if is a block, so a compound literal in it does not outlive it.
int main(void) {
  int *pointer = 0;
  if (!pointer) pointer = &(int){1};
  return *pointer;  // violated: memsafety
}
