package geometry.shapes;

/** Something with an area; its protected and package-private members are used across packages. */
public abstract class Shape implements Comparable<Shape> {
    public static final int UNITS = 10;
    private static int count;

    protected final String name;
    int serial;

    protected Shape(String name) {
        this.name = name;
        serial = ++count;
    }

    public abstract int area();

    protected int weight() {
        return area() * UNITS;
    }

    String hidden() {
        return "hidden in shapes";
    }

    public String reveal() {
        return hidden();
    }

    @Override
    public int compareTo(Shape other) {
        return area() - other.area();
    }

    @Override
    public String toString() {
        return name + serial + ":" + area();
    }
}
