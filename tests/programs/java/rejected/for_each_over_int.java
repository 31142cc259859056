class Main {
    static void run(int n) {
        for (int i : n) { // error: for-each not applicable to expression type
        }
    }
}
