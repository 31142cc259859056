class Main {
    static String run(int n) {
        return n.toString(); // error: int cannot be dereferenced
    }
}
