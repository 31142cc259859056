class Main {
    static boolean run(boolean b) {
        return b | 1; // error: bad operand types for binary operator '|'
    }
}
