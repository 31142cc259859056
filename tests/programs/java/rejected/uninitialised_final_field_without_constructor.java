class Main {
    private final int n; // error: variable n not initialized in the default constructor
}
