class Main {
    int[] a = new int[2] {1, 2}; // error: array creation with both dimension expression and initialization is illegal
}
