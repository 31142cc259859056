// The last element of an array of three is number two.
int table[3];
int behind = 7;

int main(void) {
  int i = 0;
  while (i <= 3)
    table[i++] = 1;  // violated: memsafety
  return behind;
}
