// Not every shape is a circle.
class ClassCastFaulty {
    interface Shape {
    }

    static class Circle implements Shape {
        int radius = 2;
    }

    static class Square implements Shape {
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Circle(), new Square()};
        int total = 0;
        for (Shape shape : shapes) {
            Circle circle = (Circle) shape; // violated: exception
            total += circle.radius;
        }
    }
}
