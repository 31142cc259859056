class Shape { // error: Shape is not abstract and does not override abstract method area() in Shape
    abstract int area();
}
