class Main {
    static void run(int n) {
        for (int n = 0; n < 3; n++) { // error: variable n is already defined in method run(int)
        }
    }
}
