class Main {
    private final int n = 1;

    void set() {
        n = 2; // error: cannot assign a value to final variable n
    }
}
