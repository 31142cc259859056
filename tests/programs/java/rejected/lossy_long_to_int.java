class Main {
    static int run(long n) {
        int i = n; // error: incompatible types: possible lossy conversion from long to int
        return i;
    }
}
