class Main {
    static boolean run(int n, boolean b) {
        return n == b; // error: incomparable types: int and boolean
    }
}
