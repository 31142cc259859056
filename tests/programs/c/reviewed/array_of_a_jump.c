// A jump back to before an array of variable length ends its life.
int main(void) {
  int length = 1, round = 0;
  int *kept = 0;
again:;
  int array[length];
  if (kept)
    *kept = 5;  // violated: memsafety
  else
    kept = array;
  if (round++ < 1) goto again;
  return 0;
}
