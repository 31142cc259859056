class Main {
    static void run() {
        for (int i = 0; i < 3; i++) {
            break;
            i++; // error: unreachable statement
        }
    }
}
