class Main {
    static void run() {
    }

    static void use() {
        int n = run(); // error: incompatible types: void cannot be converted to int
    }
}
