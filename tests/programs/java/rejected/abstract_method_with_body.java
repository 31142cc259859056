abstract class Shape {
    abstract int area() { // error: abstract methods cannot have a body
        return 0;
    }
}
