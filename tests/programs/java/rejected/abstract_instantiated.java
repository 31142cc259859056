abstract class Shape {
    abstract int area();
}

class Main {
    Shape s = new Shape(); // error: Shape is abstract; cannot be instantiated
}
