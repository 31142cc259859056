// What a constructor does is checked, too.
extern void reach_error(void);

__attribute__((constructor)) static void prepare(void) {
  reach_error();  // violated: unreach
}

int main(void) { return 0; }
