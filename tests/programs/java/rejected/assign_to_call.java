class Main {
    static int value() {
        return 1;
    }

    static void run() {
        value() = 2; // error: unexpected type
    }
}
