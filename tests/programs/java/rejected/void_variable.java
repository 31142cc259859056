class Main {
    void n; // error: '(' expected
}
