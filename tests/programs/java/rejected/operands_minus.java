class Main {
    static int run(String s) {
        return s - 1; // error: bad operand types for binary operator '-'
    }
}
