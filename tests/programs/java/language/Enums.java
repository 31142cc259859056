// Enums: values, valueOf, ordinal, comparison, fields, constructors and static members.
enum Planet {
    MERCURY(3.5, "small"), EARTH(6, null), MARS(4) {
        @Override
        String describe() {
            return "red " + super.describe();
        }
    };

    private final double size;
    private String note;
    private static int described;
    static final Planet HOME;

    static {
        HOME = EARTH;
        System.out.println("static part after " + values().length + " planets");
    }

    Planet(double size, String note) {
        this.size = size;
        this.note = note;
        System.out.println("made " + name());
    }

    Planet(double size) {
        this(size, "unknown");
    }

    String describe() {
        described++;
        return name() + " " + size + " " + note;
    }

    static int described() {
        return described;
    }
}

class Enums {
    enum Empty { }

    enum Level implements Comparable<Level> {
        LOW, MIDDLE, HIGH;

        Level up() {
            return values()[Math.min(ordinal() + 1, values().length - 1)];
        }

        @Override
        public String toString() {
            return name().charAt(0) + name().substring(1).toLowerCase();
        }
    }

    public static void main(String[] args) {
        System.out.println("start");
        for (Planet p : Planet.values()) {
            System.out.println(p.ordinal() + " " + p + " " + p.describe());
        }
        System.out.println(Planet.described() + " " + Planet.HOME);
        System.out.println(Planet.valueOf("MARS") == Planet.MARS);
        try {
            Planet.valueOf("PLUTO");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Planet.EARTH.compareTo(Planet.MARS) + " " + Planet.EARTH.equals(Planet.HOME));
        System.out.println(Empty.values().length);
        Level l = Level.LOW;
        System.out.println(l + " " + l.name() + " " + l.up() + " " + l.up().up().up());
        System.out.println(Level.values() == Level.values());
        Level[] copy = Level.values();
        copy[0] = Level.HIGH;
        System.out.println(Level.values()[0]);
        System.out.println(Planet.MARS.getDeclaringClass() == Planet.class);
        Object o = Level.HIGH;
        System.out.println(o instanceof Enum && o instanceof Level && o instanceof Comparable);
    }
}
