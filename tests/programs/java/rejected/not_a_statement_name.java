class Main {
    static void run(int n) {
        n; // error: not a statement
    }
}
