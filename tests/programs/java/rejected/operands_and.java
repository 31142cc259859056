class Main {
    static boolean run(int a, int b) {
        return a && b; // error: bad operand types for binary operator '&&'
    }
}
