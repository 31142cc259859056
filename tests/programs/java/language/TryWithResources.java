// Resources are closed in reverse order; what closing throws is suppressed when the body has thrown.
class TryWithResources {
    static class Resource implements AutoCloseable {
        private final String name;
        private final boolean failing;

        Resource(String name, boolean failing) {
            this.name = name;
            this.failing = failing;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (failing) {
                throw new IllegalStateException("close " + name);
            }
        }
    }

    static void report(RuntimeException e) {
        System.out.println("caught " + e.getMessage());
        for (Throwable t : e.getSuppressed()) {
            System.out.println("suppressed " + t.getMessage());
        }
    }

    static int value() {
        try (Resource r = new Resource("returning", false)) {
            return r.name.length();
        } finally {
            System.out.println("finally");
        }
    }

    static Resource broken() {
        throw new IllegalArgumentException("not opened");
    }

    public static void main(String[] args) {
        try (Resource a = new Resource("a", false); Resource b = new Resource("b", false)) {
            System.out.println("body " + a.name + b.name);
        }
        try (Resource a = new Resource("a", true); Resource b = new Resource("b", true)) {
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            report(e);
        } finally {
            System.out.println("finally");
        }
        try (Resource a = new Resource("a", true); Resource b = new Resource("b", true)) {
            System.out.println("quiet body");
        } catch (IllegalStateException e) {
            report(e);
        }
        try (Resource a = new Resource("a", false); Resource b = broken()) {
            System.out.println("not reached");
        } catch (IllegalArgumentException e) {
            report(e);
        }
        try (Resource none = null) {
            System.out.println("null is not closed");
        }
        System.out.println(value());
        Resource outside = new Resource("outside", false);
        try (outside) {
            System.out.println("used");
        }
        for (int i = 0; i < 2; i++) {
            try (Resource r = new Resource("loop" + i, false)) {
                if (i == 0) {
                    continue;
                }
                break;
            }
        }
        try (AutoCloseable lambda = () -> System.out.println("lambda closed")) {
            System.out.println("lambda open");
        } catch (Exception e) {
            System.out.println("not reached");
        }
    }
}
