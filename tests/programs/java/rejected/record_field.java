record Point(int x) {
    int y; // error: field declaration must be static
}
