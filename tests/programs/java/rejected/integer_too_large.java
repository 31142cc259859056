class Main {
    int n = 2147483648; // error: integer number too large
}
