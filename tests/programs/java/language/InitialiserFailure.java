// An exception in a static initialiser leaves the class unusable.
class InitialiserFailure {
    static class Broken {
        static int zero = 0;
        static int value = 1 / zero;

        static void use() {
            System.out.println("not reached");
        }
    }

    static class Errors {
        static {
            if (true) {
                throw new IllegalStateException("in the block");
            }
        }

        static int number = 5;
    }

    static class DependsOnBroken {
        static String text = "";

        static {
            try {
                Broken.use();
            } catch (NoClassDefFoundError e) {
                text = "survived";
            }
        }
    }

    static class DirectError {
        static {
            fail();
        }

        static void fail() {
            throw new AssertionError("an error is not wrapped");
        }
    }

    public static void main(String[] args) {
        try {
            Broken.use();
        } catch (ExceptionInInitializerError e) {
            System.out.println("first use: " + e.getCause().getMessage());
            System.out.println(e.getMessage());
        }
        try {
            Broken.use();
        } catch (NoClassDefFoundError e) {
            System.out.println("second use");
        }
        try {
            System.out.println(Errors.number);
        } catch (ExceptionInInitializerError e) {
            System.out.println(e.getCause().getMessage());
        }
        try {
            new Errors();
        } catch (ExceptionInInitializerError e) {
            System.out.println("wrong");
        } catch (NoClassDefFoundError e) {
            System.out.println("no class");
        }
        System.out.println(DependsOnBroken.text);
        try {
            new DirectError();
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
    }
}
