// Generic functional interfaces with default methods, and the ones of the library.
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

class FunctionalInterfaces {
    @FunctionalInterface
    interface Parser<T> {
        T parse(String text);

        default <R> Parser<R> map(Function<? super T, ? extends R> f) {
            return text -> f.apply(parse(text));
        }

        default Parser<T> or(Parser<T> other) {
            return text -> {
                try {
                    return parse(text);
                } catch (RuntimeException e) {
                    return other.parse(text);
                }
            };
        }

        static <T> Parser<T> always(T value) {
            return text -> value;
        }

        boolean equals(Object o);
    }

    interface Chain<A, B> extends Function<A, B> {
        default String label() {
            return "chain";
        }
    }

    static <T> T fold(T[] data, BinaryOperator<T> op) {
        T acc = data[0];
        for (int i = 1; i < data.length; i++) {
            acc = op.apply(acc, data[i]);
        }
        return acc;
    }

    static <T> int count(T[] data, Predicate<? super T> test) {
        int n = 0;
        for (T d : data) {
            if (test.test(d)) {
                n++;
            }
        }
        return n;
    }

    public static void main(String[] args) {
        Parser<Integer> number = Integer::parseInt;
        Parser<Integer> safe = number.or(Parser.always(-1));
        Parser<String> shown = safe.map(n -> n * 2).map(n -> "<" + n + ">");
        System.out.println(shown.parse("21"));
        System.out.println(shown.parse("x"));
        Integer[] data = {3, 1, 2};
        System.out.println(fold(data, (a, b) -> a + b));
        System.out.println(fold(new String[] {"a", "b"}, String::concat));
        Predicate<Integer> odd = n -> n % 2 == 1;
        System.out.println(count(data, odd) + " " + count(data, odd.negate()) + " " + count(data, odd.and(n -> n > 1)));
        Function<Integer, Integer> inc = x -> x + 1, dbl = x -> x * 2;
        System.out.println(inc.andThen(dbl).apply(5) + " " + inc.compose(dbl).apply(5));
        UnaryOperator<String> twice = s -> s + s;
        System.out.println(twice.apply("ab"));
        StringBuilder log = new StringBuilder();
        Consumer<Object> note = o -> log.append(o).append(';');
        note.andThen(o -> log.append("then;")).accept(1);
        System.out.println(log);
        Chain<String, Integer> c = String::length;
        System.out.println(c.label() + c.apply("four"));
        Function<String, Integer> f = c;
        System.out.println(f.apply("x"));
        System.out.println(Function.<String>identity().apply("id"));
    }
}
