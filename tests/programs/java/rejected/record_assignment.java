record Point(int x) {
    void move() {
        x++; // error: cannot assign a value to final variable x
    }
}
