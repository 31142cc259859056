class Main {
    static int run(int n) {
        yield 5; // error: yield outside of switch expression
    }
}
