class Main {
    static void run() {
        final int n = 1;
        n = 2; // error: cannot assign a value to final variable n
    }
}
