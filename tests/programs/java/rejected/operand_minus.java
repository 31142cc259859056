class Main {
    static boolean run(boolean b) {
        return -b; // error: bad operand type boolean for unary operator '-'
    }
}
