// The error itself may be called back.
extern void reach_error(void);
extern void keep(void (*call)(void));

int main(void) {
  keep(reach_error);
  return 0;
}
