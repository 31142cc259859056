class Main {
    static void run() {
        return 1; // error: incompatible types: unexpected return value
    }
}
