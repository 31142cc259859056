class Main {
    static void run() {
        outer:
        for (int i = 0; i < 3; i++) {
            break inner; // error: undefined label: inner
        }
    }
}
