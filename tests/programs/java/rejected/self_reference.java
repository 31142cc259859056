class Main {
    int a = a + 1; // error: self-reference in initializer
}
