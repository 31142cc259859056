// A position is where the machine finds it: an index times the size of an element must not wrap around.
static int cells[4];
int main(void) {
  unsigned long long far = 1ULL << 62;
  cells[far] = 1;  // violated: memsafety
  return 0;
}
