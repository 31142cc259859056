class Main {
    private final int n;

    Main() {
    } // error: variable n might not have been initialized
}
