class Main {
    long n = 9223372036854775808L; // error: integer number too large
}
