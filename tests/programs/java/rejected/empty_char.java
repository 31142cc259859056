class Main {
    char c = ''; // error: empty character literal
}
