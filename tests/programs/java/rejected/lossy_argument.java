class Main {
    static void take(int n) {
    }

    static void run(long n) {
        take(n); // error: incompatible types: possible lossy conversion from long to int
    }
}
