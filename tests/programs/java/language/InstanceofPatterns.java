// instanceof with and without a pattern variable, and the scope of that variable.
class InstanceofPatterns {
    interface Shape {
    }

    record Circle(int radius) implements Shape {
    }

    record Square(int side) implements Shape {
    }

    static String o = "field";

    static int area(Shape s) {
        if (s instanceof Circle c) {
            return 3 * c.radius() * c.radius();
        } else if (s instanceof Square q && q.side() > 0) {
            return q.side() * q.side();
        }
        return -1;
    }

    static int length(Object o) {
        if (!(o instanceof String s)) {
            return -1;
        }
        return s.length();
    }

    static boolean same(Object a, Object b) {
        return a instanceof Integer x && b instanceof Integer y && x.intValue() == y;
    }

    static int loop(Object start) {
        Object current = start;
        int steps = 0;
        while (current instanceof Object[] array) {
            current = array[0];
            steps++;
        }
        return steps;
    }

    public static void main(String[] args) {
        System.out.println(area(new Circle(2)) + " " + area(new Square(3)) + " " + area(new Square(0)) + " " + area(null));
        System.out.println(length("four") + " " + length(4) + " " + length(null));
        System.out.println(same(1000, 1000) + " " + same(1, 2) + " " + same(1, "1"));
        System.out.println(loop(new Object[] {new Object[] {new String[] {"end"}}}));
        Object value = 5;
        System.out.println(value instanceof Integer && value instanceof Number && value instanceof Comparable);
        System.out.println(value instanceof Long || value instanceof String);
        System.out.println(null instanceof Object);
        String text = value instanceof Integer n ? "number " + (n + 1) : "other";
        System.out.println(text);
        if (value instanceof Integer o) {
            o++;
            System.out.println(o);
        }
        System.out.println(o);
        for (Object each : new Object[] {1, 'c', "s", 2.5, new int[3], true}) {
            String kind;
            if (each instanceof Number number) {
                kind = "number " + number.intValue();
            } else if (each instanceof CharSequence chars) {
                kind = "chars " + chars.length();
            } else if (each instanceof int[] ints) {
                kind = "ints " + ints.length;
            } else {
                kind = "other " + each;
            }
            System.out.println(kind);
        }
    }
}
