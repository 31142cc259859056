// Exceptions from field initialisers, instance blocks and constructors; what is left of the object.
class ThrowingInitialisers {
    static ThrowingInitialisers escaped;

    int before = 1;
    int after;

    {
        escaped = this;
        if (limit < 0) {
            throw new IllegalStateException("block");
        }
    }

    int computed = check(limit);
    static int limit;

    ThrowingInitialisers() {
        after = 2;
        if (limit > 100) {
            throw new IllegalArgumentException("constructor");
        }
    }

    static int check(int n) {
        if (n == 0) {
            throw new ArithmeticException("field");
        }
        return n;
    }

    static class Checked {
        private final int value = read();

        Checked() throws Exception {
        }

        private int read() throws Exception {
            if (limit == 5) {
                throw new Exception("checked");
            }
            return limit;
        }
    }

    static class Child extends ThrowingInitialisers {
        int own = 9;

        Child() {
            super();
            System.out.println("child complete " + own);
        }
    }

    static void attempt(int n) {
        limit = n;
        escaped = null;
        try {
            ThrowingInitialisers t = new Child();
            System.out.println("made " + t.computed);
        } catch (IllegalStateException | ArithmeticException e) {
            System.out.println("unchecked " + e.getMessage());
        } catch (IllegalArgumentException e) {
            System.out.println("late " + e.getMessage());
        } finally {
            System.out.println(escaped.before + " " + escaped.computed + " " + escaped.after + " " + ((Child) escaped).own);
        }
    }

    public static void main(String[] args) {
        attempt(-1);
        attempt(0);
        attempt(101);
        attempt(7);
        try {
            limit = 5;
            new Checked();
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
    }
}
