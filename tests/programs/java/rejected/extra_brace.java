class Main {
    static void run() {
    }
}
} // error: class, interface, enum, or record expected
