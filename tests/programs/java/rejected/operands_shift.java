class Main {
    static double run(double d) {
        return d << 1; // error: bad operand types for binary operator '<<'
    }
}
