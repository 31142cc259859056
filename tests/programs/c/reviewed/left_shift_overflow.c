// A bit that is shifted out of a signed integer is an overflow.
int main(void) {
  int x = 0x40000000;
  int y = x << 2;  // violated: overflow
  return y != 0;
}
