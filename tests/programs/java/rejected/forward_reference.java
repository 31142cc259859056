class Main {
    int a = b + 1; // error: illegal forward reference
    int b = 2;
}
