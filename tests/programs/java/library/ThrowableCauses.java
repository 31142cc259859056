/** Causes, suppressed exceptions and the exceptions that the language itself throws. */
public class ThrowableCauses {
    interface Action {
        void run() throws Exception;
    }

    static class Door implements AutoCloseable {
        private final String name;
        private final boolean stuck;

        Door(String name, boolean stuck) {
            this.name = name;
            this.stuck = stuck;
        }

        public void close() throws Exception {
            System.out.println("close " + name);
            if (stuck) {
                throw new Exception("stuck " + name);
            }
        }
    }

    static void expect(String label, Action action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (Throwable thrown) {
            System.out.println(label + ": " + thrown.getClass().getName() + " " + thrown.getMessage());
        }
    }

    static int finallyOrder() {
        int value = 1;
        try {
            value = 2;
            return value;
        } finally {
            value = 3;
            System.out.println("finally " + value);
        }
    }

    static int deep(int n) {
        if (n == 0) {
            throw new IllegalStateException("bottom");
        }
        try {
            return deep(n - 1) + 1;
        } finally {
            System.out.println("leave " + n);
        }
    }

    public static void main(String[] arguments) {
        Exception outer = new Exception("outer");
        Error inner = new Error("inner");
        System.out.println(outer.initCause(inner) == outer);
        System.out.println(outer.getCause() == inner);
        expect("twice", () -> outer.initCause(new Error("again")));
        expect("twice null", () -> outer.initCause(null));
        expect("constructed", () -> new Exception("x", null).initCause(inner));
        expect("self", () -> {
            Exception self = new Exception("self");
            self.initCause(self);
        });
        Exception late = new Exception();
        System.out.println(late.initCause(null).getCause());
        expect("late", () -> late.initCause(inner));
        System.out.println(outer.getSuppressed().length);
        outer.addSuppressed(inner);
        outer.addSuppressed(late);
        Throwable[] suppressed = outer.getSuppressed();
        System.out.println(suppressed.length + " " + suppressed[0].getMessage() + " " + suppressed[1].getMessage());
        suppressed[0] = null;
        System.out.println(outer.getSuppressed()[0].getMessage());
        expect("suppress self", () -> outer.addSuppressed(outer));
        expect("suppress null", () -> outer.addSuppressed(null));
        System.out.println(outer.fillInStackTrace() == outer);
        try (Door first = new Door("first", true); Door second = new Door("second", true)) {
            throw new Exception("body");
        } catch (Exception exception) {
            System.out.println(exception.getMessage() + " " + exception.getSuppressed().length + " "
                    + exception.getSuppressed()[0].getMessage() + " " + exception.getSuppressed()[1].getMessage());
        }
        try (Door only = new Door("only", true)) {
            System.out.println("inside");
        } catch (Exception exception) {
            System.out.println(exception.getMessage());
        }
        try (Door none = null) {
            System.out.println("null resource");
        } catch (Exception exception) {
            System.out.println("wrong");
        }
        System.out.println(finallyOrder());
        expect("deep", () -> deep(3));
        int[] numbers = new int[2];
        Object text = "text";
        Object[] strings = new String[1];
        int zero = numbers[0];
        expect("index", () -> numbers[2] = 1);
        expect("negative index", () -> numbers[-1] = 1);
        expect("size", () -> System.out.println(new int[zero - 4].length));
        expect("store", () -> strings[0] = 5);
        expect("division", () -> System.out.println(1 / zero));
        expect("remainder", () -> System.out.println(1L % zero));
        expect("throw", () -> {
            throw new CloneNotSupportedException("thrown");
        });
        try {
            Integer number = (Integer) text;
            System.out.println(number);
        } catch (ClassCastException exception) {
            System.out.println("cast");
        }
        try {
            String nothing = null;
            System.out.println(nothing.length());
        } catch (NullPointerException exception) {
            System.out.println("null");
        }
        try {
            throw null;
        } catch (NullPointerException exception) {
            System.out.println("thrown null");
        }
    }
}
