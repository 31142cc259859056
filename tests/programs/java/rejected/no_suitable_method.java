class Main {
    static void show(int a) {
    }

    static void show(String a) {
    }

    static void run() {
        show(true); // error: no suitable method found for show(boolean)
    }
}
