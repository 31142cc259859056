class Main {
    double d = 1e999; // error: floating-point number too large
}
