class Main {
    static int run(double d) {
        return d * 2; // error: incompatible types: possible lossy conversion from double to int
    }
}
