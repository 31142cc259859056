// What the main unit shares, and names that only look the same.
static int state = 2;
static int helper(void);

struct local {
  char b[20];
  double c;
};

int tentative = 7;
int only_tentative[3];
int numbers[] = {1, 2, 3};
const char *name = "other unit";
const char *const words[] = {"one", "two"};

int other(void) { return helper() + only_tentative[1] + name[0]; }

static int helper(void) { return state++ * 1000 + (int)(sizeof(struct local) > 4); }

int counted(void) {
  static int state;
  return ++state;
}

unsigned as_signed(void) { return (unsigned)tentative - 10; }
int as_unsigned(unsigned x) { return (int)(x - 1); }
