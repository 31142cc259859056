class Main {
    static void run() {
        final int n;
        for (int i = 0; i < 2; i++) {
            n = i; // error: variable n might be assigned in loop
        }
    }
}
