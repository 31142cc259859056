/* A function whose address is taken is kept, with its caveat, where calls are replaced by what they call. */
int seen;
int (*handler)(int);

static int measured(int sum) {
  int x;
  sum += 1;
  sum += 2;
  sum += 3;
  sum += 4;
  sum += 5;
  sum += 6;
  sum += 7;
  sum += 8;
  sum += 9;
  sum += 10;
  sum += 11;
  sum += 12;
  __asm__("mov $3, %0" : "=r"(x));
  return x + sum;
}

int main(void) {
  handler = measured;
  if (handler == measured)
    seen = 1;
  return 0;
}
