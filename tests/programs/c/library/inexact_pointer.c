// A pointer that a function computes in a way that is not modelled refutes nothing, null or not.
#define _GNU_SOURCE
#include <stdlib.h>

int main(void) { return l64a(64)[0]; }
