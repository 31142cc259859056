// Atoms of properties compute as the language does: numbers of less than 32 bits are promoted first.
unsigned short a;
signed char b;
unsigned char c;

int main(void) {
  a = 0;
  b = 1;
  b = -5;
  c = 255;
  return 0;
}
