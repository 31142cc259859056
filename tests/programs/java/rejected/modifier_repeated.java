class Main {
    private private int n; // error: repeated modifier
}
