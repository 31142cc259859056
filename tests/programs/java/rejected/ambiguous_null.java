class Main {
    static void show(String s) {
    }

    static void show(int[] a) {
    }

    static void run() {
        show(null); // error: reference to show is ambiguous
    }
}
