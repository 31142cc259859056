class Main {
    static void run(int n) {
        synchronized (n) { // error: unexpected type
            n++;
        }
    }
}
