class Main {
    int n = 089; // error: ';' expected
}
