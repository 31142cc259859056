class Main {
    static void log() {
    }

    static void run(int n) {
        assert n > 0 : log(); // error: 'void' type not allowed here
    }
}
