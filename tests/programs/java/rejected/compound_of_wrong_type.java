class Main {
    static void run(int n, boolean b) {
        n += b; // error: bad operand types for binary operator '+'
    }
}
