class Main {
    int n;
    long n; // error: variable n is already defined in class Main
}
