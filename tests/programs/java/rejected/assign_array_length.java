class Main {
    static void run(int[] a) {
        a.length = 5; // error: cannot assign a value to final variable length
    }
}
