class Main {
    static int run() {
        return 5++; // error: unexpected type
    }
}
