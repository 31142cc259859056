// Generic methods: inference from arguments, from the target, explicit arguments and interfaces with generic methods.
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

class GenericMethods {
    interface Transformer {
        <T> T apply(T value, Function<T, T> f);

        default <T extends Comparable<T>> T larger(T a, T b) {
            return a.compareTo(b) > 0 ? a : b;
        }
    }

    static class Twice implements Transformer {
        @Override
        public <S> S apply(S value, Function<S, S> f) {
            return f.apply(f.apply(value));
        }
    }

    static <T> List<T> listOf(T a, T b) {
        List<T> list = new ArrayList<>();
        list.add(a);
        list.add(b);
        return list;
    }

    static <T> List<T> empty() {
        return new ArrayList<>();
    }

    static <K, V> V choose(K key, V yes, V no) {
        return key != null ? yes : no;
    }

    static <T extends Comparable<T>> int position(T[] sorted, T wanted) {
        int low = 0, high = sorted.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int c = sorted[middle].compareTo(wanted);
            if (c == 0) {
                return middle;
            }
            if (c < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    static <T> void swap(T[] a, int i, int j) {
        T t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    static <A, B, C> Function<A, C> compose(Function<A, B> f, Function<B, C> g) {
        return a -> g.apply(f.apply(a));
    }

    <T> GenericMethods(T seed) {
        System.out.println("seed " + seed);
    }

    public static void main(String[] args) {
        Transformer t = new Twice();
        System.out.println(t.apply(3, x -> x * x));
        System.out.println(t.apply("a", s -> s + s));
        System.out.println(t.larger("x", "y") + t.larger(2, 1));
        List<Object> mixed = listOf(1, "two");
        System.out.println(mixed);
        List<? extends Comparable<?>> inferred = listOf(1, "two");
        System.out.println(inferred.get(0));
        List<String> none = empty();
        none.add("x");
        System.out.println(none.get(0).length() + GenericMethods.<Integer>empty().size());
        String s = choose(null, "yes", "no");
        int n = choose("k", 1, 2);
        System.out.println(s + n);
        Integer[] sorted = {1, 3, 5, 7};
        System.out.println(position(sorted, 5) + " " + position(sorted, 4) + " " + position(new String[] {"a", "c"}, "d"));
        swap(sorted, 0, 3);
        System.out.println(sorted[0] + sorted[3]);
        System.out.println(compose((String x) -> x.length(), x -> x + 0.5).apply("abc"));
        new GenericMethods("string");
        new <Integer>GenericMethods(5);
    }
}
