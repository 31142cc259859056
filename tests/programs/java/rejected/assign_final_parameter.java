class Main {
    static int run(final int n) {
        n++; // error: final parameter n may not be assigned
        return n;
    }
}
