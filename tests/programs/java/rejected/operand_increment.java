class Main {
    static void run(String s) {
        s++; // error: bad operand type String for unary operator '++'
    }
}
