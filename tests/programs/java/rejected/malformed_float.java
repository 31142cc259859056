class Main {
    double d = 1.5e; // error: malformed floating-point literal
}
