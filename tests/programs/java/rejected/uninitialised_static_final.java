class Main {
    static final int N; // error: variable N not initialized in the default constructor

    static void run() {
    }
}
