class Main {
    char c = -1; // error: incompatible types: possible lossy conversion from int to char
}
