class Main {
    static boolean run(int n) {
        return !n; // error: bad operand type int for unary operator '!'
    }
}
