/** Enums: names, order, values, bodies and switches. */
public class EnumBasics {
    enum Colour {
        RED,
        GREEN,
        BLUE;

        Colour next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    enum Operation {
        PLUS("+") {
            int apply(int left, int right) {
                return left + right;
            }
        },
        TIMES("*") {
            int apply(int left, int right) {
                return left * right;
            }

            @Override
            public String toString() {
                return "times";
            }
        };

        private final String symbol;

        Operation(String symbol) {
            this.symbol = symbol;
        }

        abstract int apply(int left, int right);
    }

    enum Empty {
    }

    static void find(String name) {
        try {
            System.out.println(Colour.valueOf(name));
        } catch (IllegalArgumentException | NullPointerException exception) {
            System.out.println(exception.getClass().getName() + ": " + exception.getMessage());
        }
    }

    static String describe(Colour colour) {
        switch (colour) {
            case RED:
                return "warm";
            case BLUE:
                return "cold";
            default:
                return "neither";
        }
    }

    public static void main(String[] arguments) {
        for (Colour colour : Colour.values()) {
            System.out.println(colour + " " + colour.name() + " " + colour.ordinal() + " " + colour.next() + " " + describe(colour) + " "
                    + colour.compareTo(Colour.GREEN) + " " + colour.equals(Colour.RED) + " " + (colour == Colour.valueOf(colour.name())));
        }
        find("GREEN");
        find("green");
        find("");
        find(null);
        for (Operation operation : Operation.values()) {
            System.out.println(operation + " " + operation.name() + " " + operation.symbol + " " + operation.apply(6, 7) + " "
                    + operation.getDeclaringClass().getName());
        }
        System.out.println(Operation.valueOf("TIMES") == Operation.TIMES);
        System.out.println(Enum.valueOf(Colour.class, "BLUE") + " " + Empty.values().length);
        System.out.println(Colour.values() == Colour.values());
        Colour[] changed = Colour.values();
        changed[0] = Colour.BLUE;
        System.out.println(Colour.values()[0]);
        Object object = Colour.RED;
        System.out.println((object instanceof Enum) + " " + (object instanceof Comparable) + " " + ((Enum<?>) object).ordinal() + " "
                + (Colour.RED.hashCode() == Colour.RED.hashCode()));
        Colour nothing = null;
        try {
            describe(nothing);
        } catch (NullPointerException exception) {
            System.out.println("switch on null");
        }
        try {
            Empty.valueOf("X");
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        System.out.println(Thread.State.NEW + " " + Thread.State.values().length + " " + Thread.State.valueOf("BLOCKED").ordinal());
    }
}
