class Main {
    static void run(int n) {
        assert n; // error: incompatible types: int cannot be converted to boolean
    }
}
