class Main {
    static void run() {
        throw new RuntimeException();
        int n = 0; // error: unreachable statement
    }
}
