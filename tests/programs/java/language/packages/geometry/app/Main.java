package geometry.app;

import static geometry.shapes.Shape.UNITS;
import static geometry.shapes.Shapes.*;

import geometry.shapes.Kind;
import geometry.shapes.Shape;
import java.util.*;

public class Main {
    static class Circle extends Shape {
        private final int radius;

        Circle(int radius) {
            super("circle");
            this.radius = radius;
        }

        @Override
        public int area() {
            return 3 * radius * radius;
        }

        @Override
        protected int weight() {
            return super.weight() + name.length();
        }

        String label() {
            return name + "/" + this.name.length();
        }

        String hidden() {
            return "not an override";
        }
    }

    public static void main(String[] args) {
        List<Shape> shapes = new ArrayList<>();
        shapes.add(square(3));
        shapes.add(rectangle(2, 3));
        Circle circle = new Circle(2);
        shapes.add(circle);
        shapes.add(geometry.shapes.Shapes.square(1));
        for (Shape s : shapes) {
            System.out.println(s + " " + s.reveal());
        }
        System.out.println(circle.weight() + " " + circle.hidden() + " " + circle.label());
        System.out.println(made + " " + UNITS + " " + Kind.valueOf("SQUARE"));
        System.out.println(shapes.get(0).compareTo(circle) < 0);
        System.out.println(Local.describe(shapes));
    }
}

class Local {
    static String describe(Collection<? extends Shape> shapes) {
        int total = 0;
        for (Shape s : shapes) {
            total += s.area();
        }
        return "total " + total;
    }
}
