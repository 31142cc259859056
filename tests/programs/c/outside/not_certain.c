// It need not return, so what follows is not certain to happen.
extern void work(void);

int main(void) {
  work();
DONE:
  return 0;
}
