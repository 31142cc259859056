class Main {
    int n = 5_; // error: illegal underscore
}
