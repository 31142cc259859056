interface Limits {
    int MAX; // error: = expected
}
