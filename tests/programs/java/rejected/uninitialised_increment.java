class Main {
    static void run() {
        int n;
        n++; // error: variable n might not have been initialized
    }
}
