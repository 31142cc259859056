class Main {
    int n = 1.5; // error: incompatible types: possible lossy conversion from double to int
}
