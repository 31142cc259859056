class Main {
    private final int n;

    Main(boolean b) {
        if (b) {
            n = 1;
        }
    } // error: variable n might not have been initialized
}
