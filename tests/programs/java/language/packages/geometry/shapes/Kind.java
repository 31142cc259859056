package geometry.shapes;

public enum Kind {
    SQUARE, RECTANGLE;

    String label() {
        return name().toLowerCase();
    }
}
