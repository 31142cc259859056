/* Two loops, one after the other: the second is leapt over first, and then the first leads to where that begins. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x, y;
START:
    x = 0;
    while (x < n) {
        x = x + 1;
    }
MIDDLE:
    y = n;
    while (y > 0) {
        y = y - 1;
    }
DONE:
    return 0;
}
