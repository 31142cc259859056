// A hierarchy of checked exceptions in overriding, constructors, interfaces and generic throws clauses.
class CheckedExceptions {
    static class First extends Exception {
    }

    static class Second extends First {
        @Override
        public String toString() {
            return "Second!";
        }
    }

    interface Source<E extends Exception> {
        String read(int n) throws E;
    }

    static abstract class Reader {
        abstract String read(int n) throws First;
    }

    static class Narrower extends Reader {
        @Override
        String read(int n) throws Second {
            if (n > 1) {
                throw new Second();
            }
            return "narrow" + n;
        }
    }

    static class Silent extends Narrower {
        @Override
        String read(int n) {
            return "silent" + n;
        }
    }

    static <E extends Exception> String generic(Source<E> source, int n) throws E {
        return source.read(n);
    }

    static String attempt(Reader r, int n) {
        try {
            return r.read(n);
        } catch (Second e) {
            return "second";
        } catch (First e) {
            return "first";
        }
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneaky(Throwable t) throws E {
        throw (E) t;
    }

    static void chain(int n) throws First {
        try {
            if (n == 0) {
                throw new First();
            }
            chain(n - 1);
        } catch (Second e) {
            System.out.println("never");
        } finally {
            System.out.print(n + " ");
        }
    }

    public static void main(String[] args) {
        System.out.println(attempt(new Narrower(), 1) + attempt(new Narrower(), 2) + attempt(new Silent(), 2));
        System.out.println(new Silent().read(3));
        Source<RuntimeException> easy = n -> "easy" + n;
        System.out.println(generic(easy, 1));
        Source<Second> hard = n -> {
            throw new Second();
        };
        try {
            generic(hard, 1);
        } catch (Second e) {
            System.out.println(e);
        }
        try {
            CheckedExceptions.<RuntimeException>sneaky(new First());
        } catch (Exception e) {
            System.out.println(e instanceof First);
        }
        try {
            chain(2);
        } catch (First e) {
            System.out.println("end");
        }
        try {
            try {
                throw new Second();
            } catch (First e) {
                throw new RuntimeException("wrapped", e);
            }
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
    }
}
