class Main {
    static void show(Integer a, Object b) {
    }

    static void show(Object a, Integer b) {
    }

    static void run() {
        show(1, 2); // error: reference to show is ambiguous
    }
}
