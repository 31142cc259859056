// A thermostat that can get into a state it was not built for: which readings lead there?
//
//   vexil check examples/thermostat.c -p unreach
//   vexil check examples/thermostat.c -p unreach --emit-test test.c

extern short read_sensor(int hour);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

enum state { IDLE, HEATING, COOLING };

int main(void) {
  enum state now = IDLE;
  int target = 200;
  for (int hour = 0; hour < 3; hour++) {
    int reading = read_sensor(hour);
    if (__VERIFIER_nondet_bool()) target += 5;
    if (reading < target - 10)
      now = HEATING;
    else if (reading > target + 10)
      now = now == HEATING ? IDLE : COOLING;
    if (now == COOLING && target > 205) reach_error();
  }
  return 0;
}
