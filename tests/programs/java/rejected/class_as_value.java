class Main {
    static void run() {
        Object o = String; // error: cannot find symbol
    }
}
