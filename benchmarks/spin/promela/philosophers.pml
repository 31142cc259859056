/* Philosophers who take the lower fork first and count their meals, as one would write them for Spin. */
bool taken[N];

active [N] proctype philosopher() {
	byte meals, low, high;
	if
	:: _pid == N - 1 -> low = 0; high = _pid
	:: else -> low = _pid; high = _pid + 1
	fi;
	do
	:: atomic { !taken[low] -> taken[low] = true };
	   atomic { !taken[high] -> taken[high] = true };
	   meals = (meals + 1) % ROUNDS;
	   taken[high] = false;
	   taken[low] = false
	od
}
