// Which handler catches what, rethrowing, and what is left after a catch.
class NestedTry {
    static class Base extends RuntimeException {
        Base(String message) {
            super(message);
        }
    }

    static class Derived extends Base {
        Derived(String message) {
            super(message);
        }
    }

    static String handle(int kind) {
        String path = "";
        try {
            path += "1";
            try {
                path += "2";
                raise(kind);
                path += "3";
            } catch (Derived e) {
                path += "D(" + e.getMessage() + ")";
                if (kind == 2) {
                    throw e;
                }
            } catch (Base e) {
                path += "B(" + e.getMessage() + ")";
                throw new Derived("from " + e.getMessage());
            } finally {
                path += "F";
            }
            path += "4";
        } catch (Base e) {
            path += "O(" + e.getMessage() + ")";
        } catch (RuntimeException e) {
            path += "R(" + e.getMessage() + ")";
        } finally {
            path += "G";
        }
        return path;
    }

    static void raise(int kind) {
        switch (kind) {
            case 1:
            case 2:
                throw new Derived("d" + kind);
            case 3:
                throw new Base("b");
            case 4:
                int zero = 0;
                System.out.println(1 / zero);
            default:
        }
    }

    static int depth(int n) {
        try {
            if (n == 0) {
                throw new Base("bottom");
            }
            return depth(n - 1) + 1;
        } catch (Derived e) {
            return -1;
        } finally {
            System.out.print(n);
        }
    }

    public static void main(String[] args) {
        for (int kind = 0; kind <= 4; kind++) {
            System.out.println(kind + " " + handle(kind));
        }
        try {
            depth(3);
        } catch (Base e) {
            System.out.println(" " + e.getMessage());
        }
        try {
            Object o = "text";
            Integer i = (Integer) o;
            System.out.println(i);
        } catch (ClassCastException e) {
            System.out.println("not an Integer");
        }
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println("threw null");
        }
        try {
            new int[2][-1].clone();
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        try {
            "abc".charAt(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("index");
        }
        try {
            Integer.parseInt("12x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw new Error("an error");
        } catch (Throwable t) {
            System.out.println(t.getMessage());
        }
    }
}
