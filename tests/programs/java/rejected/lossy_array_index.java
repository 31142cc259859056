class Main {
    static int run(int[] a, long i) {
        return a[i]; // error: incompatible types: possible lossy conversion from long to int
    }
}
