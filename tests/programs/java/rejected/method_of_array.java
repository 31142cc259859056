class Main {
    static int run(int[] a) {
        return a.length(); // error: cannot find symbol
    }
}
