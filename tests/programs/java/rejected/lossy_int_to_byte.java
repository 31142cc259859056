class Main {
    static void run(int n) {
        byte b = n + 1; // error: incompatible types: possible lossy conversion from int to byte
    }
}
