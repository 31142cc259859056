static int count;

int next(void) { return ++count; }
