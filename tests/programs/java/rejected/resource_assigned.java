class Main {
    static void run(AutoCloseable given) throws Exception {
        try (AutoCloseable a = given) {
            a = null; // error: auto-closeable resource a may not be assigned
        }
    }
}
