class Main {
    static int run(boolean b) {
        return b ? 1 : "2"; // error: incompatible types: bad type in conditional expression
    }
}
