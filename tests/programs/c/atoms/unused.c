// A formula may be about variables that nothing on the way uses.
int unused = 3;
static int hidden = 4;
static struct {
  int k;
} parts = {5};
int seen;
static int call(void) { return hidden; }

int main(void) {
  seen = 1;
  return 0;
}
