class Main {
    static int run() {
        return; // error: incompatible types: missing return value
    }
}
