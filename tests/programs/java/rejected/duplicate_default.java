class Main {
    static int run(int n) {
        switch (n) {
            default:
                return 1;
            default: // error: duplicate default label
                return 2;
        }
    }
}
