class Main {
    static boolean run(int n) {
        return n == null; // error: bad operand types for binary operator '=='
    }
}
