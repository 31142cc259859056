// It writes null to pointers that it knows.
extern void tick(void);
static int number;
int *shared = &number;

int main(void) {
  tick();
  *shared = 4;  // violated: memsafety
  return 0;
}
