class Main {
    static void run(boolean b) {
        if (b) {
            break; // error: break outside switch or loop
        }
    }
}
