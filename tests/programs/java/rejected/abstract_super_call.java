abstract class Shape {
    abstract int area();
}

class Square extends Shape {
    int area() {
        return super.area(); // error: abstract method area() in Shape cannot be accessed directly
    }
}
