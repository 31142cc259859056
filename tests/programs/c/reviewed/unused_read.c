// A read whose value nobody uses is an access all the same.
struct pair {
  int first, second;
};
static struct pair *nowhere;

int main(void) {
  (void)nowhere->second;  // violated: memsafety
  return 0;
}
