class Main {
    static int run(int n) {
        return n.length; // error: int cannot be dereferenced
    }
}
