class Main {
    static boolean run(String a, String b) {
        return a < b; // error: bad operand types for binary operator '<'
    }
}
