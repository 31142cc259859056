class Main {
    static int run() {
        for (int i = 0; i < 3; i++) {
        }
        return i; // error: cannot find symbol
    }
}
