class Main {
    static void run(boolean b) {
        if (b) int n = 5; // error: variable declaration not allowed here
    }
}
