class Main {
    static void run() {
    }

    static void go() {
        run().toString(); // error: void cannot be dereferenced
    }
}
