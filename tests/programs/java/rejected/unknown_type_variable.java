class Main {
    static <T> void show(U value) { // error: cannot find symbol
    }
}
