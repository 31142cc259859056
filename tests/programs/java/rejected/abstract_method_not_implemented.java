abstract class Shape {
    abstract int area();
}

class Square extends Shape { // error: Square is not abstract and does not override abstract method area() in Shape
}
