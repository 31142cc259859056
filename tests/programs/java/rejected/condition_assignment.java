class Main {
    static void run(int n) {
        while (n = 1) { // error: incompatible types: int cannot be converted to boolean
            n--;
        }
    }
}
