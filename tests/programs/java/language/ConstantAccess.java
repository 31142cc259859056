// Reading a compile-time constant does not initialise its class; reading any other static field does.
class ConstantAccess {
    static class Values {
        static final int CONSTANT = 3 * 4;
        static final String TEXT = "t" + CONSTANT;
        static final Integer BOXED = 5;
        static final int[] ARRAY = {1};
        static int plain = 6;

        static {
            System.out.println("Values initialised");
        }
    }

    static class Object1 {
        static final int FROM_METHOD = number();
        static final long LATE;

        static {
            System.out.println("Object1 initialised");
            LATE = 9;
        }

        static int number() {
            return 8;
        }
    }

    static class Fields {
        final int constant = 11;

        static {
            System.out.println("Fields initialised");
        }
    }

    static class ByClass {
        static {
            System.out.println("ByClass initialised");
        }
    }

    static class ByInstanceof {
        static {
            System.out.println("never initialised");
        }
    }

    public static void main(String[] args) {
        System.out.println(Values.CONSTANT);
        System.out.println(Values.TEXT);
        switch (12) {
            case Values.CONSTANT:
                System.out.println("case label");
        }
        System.out.println("before the box");
        System.out.println(Values.BOXED);
        System.out.println(Values.plain + Values.ARRAY[0]);
        System.out.println("before the method");
        System.out.println(Object1.FROM_METHOD);
        System.out.println(Object1.LATE);
        Fields none = null;
        System.out.println("declared");
        none = new Fields();
        System.out.println(none.constant);
        Object o = "text";
        System.out.println(o instanceof ByInstanceof);
        ByClass b = new ByClass();
        System.out.println(b != null);
    }
}
