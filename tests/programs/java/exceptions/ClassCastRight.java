// The cast is guarded by a test.
class ClassCastRight {
    interface Shape {
    }

    static class Circle implements Shape {
        int radius = 2;
    }

    static class Square implements Shape {
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Circle(), new Square(), null};
        int total = 0;
        for (Shape shape : shapes) {
            if (shape instanceof Circle) {
                total += ((Circle) shape).radius;
            }
        }
        Circle nothing = (Circle) shapes[2];
        assert total == 2 && nothing == null;
    }
}
