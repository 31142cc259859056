class Main {
    static void stop() {
    }

    static void run() {
        stop(1); // error: method stop in class Main cannot be applied to given types;
    }
}
