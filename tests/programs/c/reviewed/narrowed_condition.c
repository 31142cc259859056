// An argument is converted to the parameter before it is tested.
void __VERIFIER_assert(int condition);

int main(void) {
  long long flags = 0x100000001LL;
  __VERIFIER_assert(flags & 0x100000000LL);  // violated: assert
  return 0;
}
