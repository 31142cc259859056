class Main {
    static void run(int n) {
        if (n > 0 { // error: ')' expected
            n--;
        }
    }
}
