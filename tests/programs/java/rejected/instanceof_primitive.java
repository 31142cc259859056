class Main {
    static boolean run(int n) {
        return n instanceof Integer; // error: unexpected type
    }
}
