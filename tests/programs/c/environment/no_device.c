// Other addresses than those of devices are no memory.
int main(void) {
  *(volatile unsigned *)0x50000000 = 5;  // violated: memsafety
  return 0;
}
