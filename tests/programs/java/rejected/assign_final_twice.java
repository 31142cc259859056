class Main {
    static void run() {
        final int n;
        n = 1;
        n = 2; // error: variable n might already have been assigned
    }
}
