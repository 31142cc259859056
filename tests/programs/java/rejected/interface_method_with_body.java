interface Shape {
    int area() { // error: interface abstract methods cannot have body
        return 0;
    }
}
