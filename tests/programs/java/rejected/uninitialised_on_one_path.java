class Main {
    static int run(boolean b) {
        int n;
        if (b) {
            n = 1;
        }
        return n; // error: variable n might not have been initialized
    }
}
