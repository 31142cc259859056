// Default, static and private methods of interfaces.
interface Greeter {
    String name();

    default String greet() {
        return decorate("Hello, " + name());
    }

    private String decorate(String text) {
        return mark() + text + mark();
    }

    private static String mark() {
        return "*";
    }

    static Greeter of(String name) {
        return () -> name;
    }
}

interface Counter {
    int[] COUNT = {0};

    default int tick() {
        return ++COUNT[0];
    }
}

class InterfaceMethods implements Greeter, Counter {
    @Override
    public String name() {
        return "world " + tick();
    }

    static class Loud implements Greeter {
        public String name() {
            return "loud";
        }

        @Override
        public String greet() {
            return Greeter.super.greet().toUpperCase();
        }
    }

    static abstract class Partial implements Greeter {
        public abstract String greet();
    }

    static class Full extends Partial {
        public String name() {
            return "full";
        }

        public String greet() {
            return "own " + name();
        }
    }

    public static void main(String[] args) {
        Greeter g = new InterfaceMethods();
        System.out.println(g.greet());
        System.out.println(g.greet());
        System.out.println(Greeter.of("lambda").greet());
        System.out.println(new Loud().greet());
        Greeter[] all = {new Loud(), new Full(), () -> "third"};
        for (Greeter each : all) {
            System.out.println(each.name() + ": " + each.greet());
        }
        Counter c = new Counter() { };
        System.out.println(c.tick() + " " + Counter.COUNT[0]);
        System.out.println(g instanceof Counter);
    }
}
