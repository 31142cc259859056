class Main {
    char c = 'x; // error: unclosed character literal
}
