// Method references of all kinds: static, bound, unbound, constructors and arrays.
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

class MethodReferences {
    private final String text;

    MethodReferences() {
        this("default");
    }

    MethodReferences(String text) {
        this.text = text;
    }

    static int square(int x) {
        return x * x;
    }

    int length() {
        return text.length();
    }

    String join(String other) {
        return text + "-" + other;
    }

    interface IntOp {
        int apply(int x);
    }

    interface Maker {
        MethodReferences make(String s);
    }

    static class Loud extends MethodReferences {
        Loud() {
            super("loud");
        }

        @Override
        String join(String other) {
            Function<String, String> parent = super::join;
            return parent.apply(other).toUpperCase();
        }

        Supplier<Integer> own() {
            return this::length;
        }
    }

    static MethodReferences evaluated() {
        System.out.println("evaluated once");
        return new MethodReferences("bound");
    }

    static String variable(Integer... n) {
        return "n" + n.length;
    }

    public static void main(String[] args) {
        IntOp op = MethodReferences::square;
        System.out.println(op.apply(7));
        Supplier<Integer> bound = evaluated()::length;
        System.out.println(bound.get() + bound.get());
        Function<MethodReferences, Integer> unbound = MethodReferences::length;
        System.out.println(unbound.apply(new MethodReferences("four")));
        BiFunction<MethodReferences, String, String> join = MethodReferences::join;
        System.out.println(join.apply(new MethodReferences("a"), "b"));
        System.out.println(join.apply(new Loud(), "b"));
        System.out.println(new Loud().own().get());
        Supplier<MethodReferences> make = MethodReferences::new;
        System.out.println(make.get().text);
        Maker maker = MethodReferences::new;
        System.out.println(maker.make("given").text);
        IntFunction<int[]> array = int[]::new;
        System.out.println(array.apply(3).length);
        Function<Integer, String[][]> rows = String[][]::new;
        System.out.println(rows.apply(2).length);
        Function<Object, String> show = String::valueOf;
        System.out.println(show.apply(12));
        Function<String, Integer> parse = Integer::parseInt;
        System.out.println(parse.apply("12") + 1);
        BiFunction<Integer, Integer, Integer> max = Math::max;
        System.out.println(max.apply(3, 9));
        BiFunction<Integer, Integer, String> var = MethodReferences::variable;
        System.out.println(var.apply(1, 2));
        Runnable print = System.out::println;
        print.run();
        Function<String, String> upper = String::toUpperCase;
        System.out.println(upper.andThen(s -> s + "!").apply("x"));
        MethodReferences none = null;
        try {
            Supplier<Integer> s = none::length;
            System.out.println("not reached " + s);
        } catch (NullPointerException e) {
            System.out.println("bound to null");
        }
    }
}
