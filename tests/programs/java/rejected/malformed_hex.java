class Main {
    int n = 0x; // error: hexadecimal numbers must contain at least one hexadecimal digit
}
