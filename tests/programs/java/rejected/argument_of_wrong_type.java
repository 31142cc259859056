class Main {
    static int twice(int n) {
        return 2 * n;
    }

    static int run() {
        return twice("4"); // error: incompatible types: String cannot be converted to int
    }
}
