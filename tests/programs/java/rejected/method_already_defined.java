class Main {
    void run(int a) {
    }

    int run(int b) { // error: method run(int) is already defined in class Main
        return b;
    }
}
