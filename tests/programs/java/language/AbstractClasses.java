// Abstract classes, template methods, and abstract methods that a subclass makes abstract again.
abstract class Shape {
    private static int created;
    protected final String label;

    Shape(String label) {
        this.label = label + "#" + ++created;
    }

    abstract int area();

    int doubled() {
        return 2 * area();
    }

    @Override
    public String toString() {
        return label + ":" + area();
    }

    static int created() {
        return created;
    }
}

abstract class Sided extends Shape {
    Sided(String label) {
        super("sided " + label);
    }

    abstract int sides();

    @Override
    abstract int doubled();
}

class Square extends Sided {
    private final int length;

    Square(int length) {
        super("square");
        this.length = length;
    }

    int area() {
        return length * length;
    }

    int sides() {
        return 4;
    }

    int doubled() {
        return area() + area() + sides();
    }
}

class Dot extends Shape {
    Dot() {
        super("dot");
    }

    int area() {
        return 0;
    }
}

class AbstractClasses {
    static int total(Shape... shapes) {
        int sum = 0;
        for (Shape s : shapes) {
            sum += s.doubled();
        }
        return sum;
    }

    public static void main(String[] args) {
        Shape square = new Square(3);
        Shape dot = new Dot();
        Shape strange = new Shape("strange") {
            int calls;

            int area() {
                return ++calls;
            }
        };
        System.out.println(square);
        System.out.println(dot);
        System.out.println(strange + " " + strange);
        System.out.println(total(square, dot, strange));
        System.out.println(((Sided) square).sides());
        System.out.println(Shape.created());
        System.out.println(dot instanceof Sided);
    }
}
