class Main {
    static void run() {
        int n = 1 // error: ';' expected
        n++;
    }
}
