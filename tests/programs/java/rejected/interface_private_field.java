interface Limits {
    private int MAX = 5; // error: modifier private not allowed here
}
