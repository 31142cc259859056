class Main {
    static void run(int n) {
        if (n > 0) {
            n--;
        }
    } // error: reached end of file while parsing
