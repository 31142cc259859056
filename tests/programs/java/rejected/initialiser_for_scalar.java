class Main {
    int number = {1}; // error: illegal initializer for int
}
