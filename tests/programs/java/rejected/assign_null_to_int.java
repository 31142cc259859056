class Main {
    int n = null; // error: incompatible types: <null> cannot be converted to int
}
