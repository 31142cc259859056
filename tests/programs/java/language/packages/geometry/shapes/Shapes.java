package geometry.shapes;

import static geometry.shapes.Kind.SQUARE;

public final class Shapes {
    public static int made;

    private Shapes() {
    }

    public static Shape square(int side) {
        made++;
        return new Rectangle(SQUARE, side, side);
    }

    public static Shape rectangle(int width, int height) {
        made++;
        return new Rectangle(Kind.RECTANGLE, width, height);
    }
}

class Rectangle extends Shape {
    private final int width, height;

    Rectangle(Kind kind, int width, int height) {
        super(kind.label());
        this.width = width;
        this.height = height;
    }

    @Override
    public int area() {
        return width * height;
    }
}
