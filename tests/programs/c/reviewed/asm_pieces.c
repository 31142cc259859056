// An instruction beside an empty string is an instruction, and nobody knows what it does.
int main(void) {
  asm volatile("cli" "" : : : "memory");
  return 0;
}
