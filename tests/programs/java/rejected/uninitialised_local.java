class Main {
    static int run() {
        int n;
        return n; // error: variable n might not have been initialized
    }
}
