class Main {
    static void run() {
    }

    static String use() {
        return "" + run(); // error: 'void' type not allowed here
    }
}
