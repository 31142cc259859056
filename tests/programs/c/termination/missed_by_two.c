// Steps of four never close a distance of ten: the low bits of the difference are kept, around the largest number, too.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x + 10;
  while (x != y)
    x += 4;
  return 0;
}
