class Main {
    static int run(int[] a) {
        return a[0; // error: ']' expected
    }
}
