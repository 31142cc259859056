class Main {
    static void run(int n) {
        n + 1; // error: not a statement
    }
}
