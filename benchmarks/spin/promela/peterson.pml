/* The filter lock for up to four processes, as one would write it for Spin. */
#define BELOW(other) (other == _pid || level[other] <= stage)

byte level[4], last[4];
byte inside;

active [N] proctype process() {
	byte times, stage;
	do
	:: stage < N - 1 ->
		level[_pid] = stage + 1;
		last[stage] = _pid;
		(last[stage] != _pid || (BELOW(0) && BELOW(1) && BELOW(2) && BELOW(3)));
		stage++
	:: else ->
		inside++;
		assert(inside == 1);
		inside--;
		times = (times + 1) % ROUNDS;
		stage = 0;
		level[_pid] = 0
	od
}
