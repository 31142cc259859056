class Main {
    byte b = 128; // error: incompatible types: possible lossy conversion from int to byte
}
