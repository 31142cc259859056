// An index times the size of an element may wrap around to a valid offset.
static int cells[4];

int main(void) {
  unsigned long long far = 1ULL << 62;
  cells[far] = 1;  // violated: memsafety
  return 0;
}
