// Records: accessors, equality, text, compact and other constructors, static members, interfaces.
interface HasArea {
    int area();
}

record Point(int x, int y) {
    static final Point ORIGIN = new Point(0, 0);
    static int created;

    Point {
        if (x < 0) {
            throw new IllegalArgumentException("negative x: " + x);
        }
        y = Math.abs(y);
        created++;
    }

    Point(int both) {
        this(both, both);
    }

    Point plus(Point other) {
        return new Point(x + other.x, y + other.y());
    }
}

record Rectangle(Point corner, int width, int height) implements HasArea {
    @Override
    public int area() {
        return width * height;
    }

    @Override
    public int width() {
        return width + 1;
    }
}

record Pair<A, B>(A first, B second) {
    <C> Pair<A, C> withSecond(C other) {
        return new Pair<>(first, other);
    }
}

record Mixed(byte b, char c, long l, double d, float f, boolean t, String s, int... rest) {
    @Override
    public String toString() {
        return "Mixed " + rest.length + s;
    }
}

record Nothing() {
}

class Records {
    public static void main(String[] args) {
        Point p = new Point(1, -2);
        System.out.println(p + " " + p.x() + p.y());
        System.out.println(p.equals(new Point(1, 2)) + " " + p.equals(null) + " " + (p == new Point(1, 2)));
        System.out.println(p.hashCode() == new Point(1, 2).hashCode());
        System.out.println(p.plus(new Point(5)));
        try {
            new Point(-1, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Point.created + " " + Point.ORIGIN);
        Rectangle r = new Rectangle(p, 3, 4);
        System.out.println(r);
        System.out.println(r.width() + " " + r.area());
        HasArea h = r;
        System.out.println(h.area());
        Pair<String, Integer> pair = new Pair<>("a", 1);
        System.out.println(pair + " " + pair.withSecond('c'));
        System.out.println(pair.equals(new Pair<>("a", 1)) + " " + pair.equals(new Pair<>("a", 1L)));
        System.out.println(new Pair<>(null, null).equals(new Pair<>(null, null)));
        System.out.println(new Pair<>(null, 'x'));
        System.out.println(new Mixed((byte) 1, 'c', 2L, 0.5, 0.25f, true, "s", 1, 2, 3));
        System.out.println(new Nothing() + " " + new Nothing().equals(new Nothing()));
        record Local(double d) { }
        System.out.println(new Local(Double.NaN).equals(new Local(Double.NaN)) + " " + new Local(0.0).equals(new Local(-0.0)));
    }
}
