/* Whoever starts can be done: the loop between has as many rounds as an input says, and no predicate is left for them. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int x;
    if (n < 0 || n > 1000000) {
        return 0;
    }
START:
    x = 0;
    while (x < n) {
        x = x + 1;
    }
DONE:
    return 0;
}
