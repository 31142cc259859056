class Main {
    static int run(boolean b) {
        return (int) b; // error: incompatible types: boolean cannot be converted to int
    }
}
