class Main {
    static int run(int n) {
        return n + ; // error: illegal start of expression
    }
}
