package java.util.stream;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** The usual ways to put the elements of a stream together. */
public final class Collectors {
    private Collectors() {
    }

    /** A collector made of its parts; streams are sequential, so nothing is combined. */
    private static class Parts<T, A, R> implements Collector<T, A, R> {
        private final Supplier<A> supplier;
        private final BiConsumer<A, T> accumulator;
        private final Function<A, R> finisher;

        Parts(Supplier<A> supplier, BiConsumer<A, T> accumulator, Function<A, R> finisher) {
            this.supplier = supplier;
            this.accumulator = accumulator;
            this.finisher = finisher;
        }

        public Supplier<A> supplier() {
            return supplier;
        }

        public BiConsumer<A, T> accumulator() {
            return accumulator;
        }

        public BinaryOperator<A> combiner() {
            return (first, second) -> {
                throw new UnsupportedOperationException();
            };
        }

        public Function<A, R> finisher() {
            return finisher;
        }
    }

    public static <T, C extends Collection<T>> Collector<T, ?, C> toCollection(Supplier<C> supplier) {
        return new Parts<T, C, C>(supplier, (collection, element) -> collection.add(element), result -> result);
    }

    public static <T> Collector<T, ?, List<T>> toList() {
        return new Parts<T, List<T>, List<T>>(
            () -> new ArrayList<T>(), (list, element) -> list.add(element), list -> list);
    }

    public static <T> Collector<T, ?, List<T>> toUnmodifiableList() {
        return new Parts<T, List<T>, List<T>>(
            () -> new ArrayList<T>(), (list, element) -> list.add(element), list -> List.copyOf(list));
    }

    public static <T> Collector<T, ?, Set<T>> toSet() {
        return new Parts<T, Set<T>, Set<T>>(() -> new HashSet<T>(), (set, element) -> set.add(element), set -> set);
    }

    public static Collector<CharSequence, ?, String> joining() {
        return joining("", "", "");
    }

    public static Collector<CharSequence, ?, String> joining(CharSequence separator) {
        return joining(separator, "", "");
    }

    public static Collector<CharSequence, ?, String> joining(
            CharSequence separator, CharSequence prefix, CharSequence suffix) {
        return new Parts<CharSequence, StringJoiner, String>(
            () -> new StringJoiner(separator, prefix, suffix),
            (joiner, text) -> joiner.add(text),
            joiner -> joiner.toString());
    }

    public static <T> Collector<T, ?, Long> counting() {
        return new Parts<T, long[], Long>(() -> new long[1], (count, element) -> count[0]++, count -> count[0]);
    }

    public static <T> Collector<T, ?, Integer> summingInt(ToIntFunction<? super T> function) {
        return new Parts<T, int[], Integer>(
            () -> new int[1], (sum, element) -> sum[0] += function.applyAsInt(element), sum -> sum[0]);
    }

    public static <T> Collector<T, ?, Double> averagingInt(ToIntFunction<? super T> function) {
        return new Parts<T, long[], Double>(
            () -> new long[2],
            (sums, element) -> {
                sums[0] += function.applyAsInt(element);
                sums[1]++;
            },
            sums -> sums[1] == 0 ? 0.0 : (double) sums[0] / sums[1]);
    }

    public static <T, U, A, R> Collector<T, ?, R> mapping(
            Function<? super T, ? extends U> function, Collector<? super U, A, R> inner) {
        BiConsumer<A, Object> accumulator = (BiConsumer<A, Object>) inner.accumulator();
        return new Parts<T, A, R>(
            inner.supplier(),
            (container, element) -> accumulator.accept(container, function.apply(element)),
            inner.finisher());
    }

    public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(
            Function<? super T, ? extends K> key, Function<? super T, ? extends U> value) {
        return new Parts<T, Map<K, U>, Map<K, U>>(
            () -> new HashMap<K, U>(),
            (map, element) -> {
                K newKey = key.apply(element);
                U newValue = Objects.requireNonNull(value.apply(element));
                U old = map.putIfAbsent(newKey, newValue);
                if (old != null) {
                    throw new IllegalStateException(
                        "Duplicate key " + newKey + " (attempted merging values " + old + " and " + newValue + ")");
                }
            },
            map -> map);
    }

    public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(
            Function<? super T, ? extends K> key, Function<? super T, ? extends U> value, BinaryOperator<U> merge) {
        return new Parts<T, Map<K, U>, Map<K, U>>(
            () -> new HashMap<K, U>(),
            (map, element) -> map.merge(key.apply(element), value.apply(element), merge),
            map -> map);
    }

    public static <T, K, U, M extends Map<K, U>> Collector<T, ?, M> toMap(
            Function<? super T, ? extends K> key, Function<? super T, ? extends U> value, BinaryOperator<U> merge,
            Supplier<M> supplier) {
        return new Parts<T, M, M>(
            supplier, (map, element) -> map.merge(key.apply(element), value.apply(element), merge), map -> map);
    }

    public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> key) {
        return new Parts<T, Map<K, List<T>>, Map<K, List<T>>>(
            () -> new HashMap<K, List<T>>(),
            (map, element) -> {
                K group = Objects.requireNonNull(key.apply(element), "element cannot be mapped to a null key");
                map.computeIfAbsent(group, absent -> new ArrayList<T>()).add(element);
            },
            map -> map);
    }

    public static <T, K, A, D> Collector<T, ?, Map<K, D>> groupingBy(
            Function<? super T, ? extends K> key, Collector<? super T, A, D> inner) {
        return groupingBy(key, () -> new HashMap<K, D>(), inner);
    }

    public static <T, K, A, D, M extends Map<K, D>> Collector<T, ?, M> groupingBy(
            Function<? super T, ? extends K> key, Supplier<M> supplier, Collector<? super T, A, D> inner) {
        BiConsumer<A, Object> accumulator = (BiConsumer<A, Object>) inner.accumulator();
        return new Parts<T, Map<K, Object>, M>(
            () -> (Map<K, Object>) supplier.get(),
            (map, element) -> {
                K group = Objects.requireNonNull(key.apply(element), "element cannot be mapped to a null key");
                accumulator.accept((A) map.computeIfAbsent(group, absent -> inner.supplier().get()), element);
            },
            map -> {
                map.replaceAll((group, container) -> inner.finisher().apply((A) container));
                return (M) map;
            });
    }

    public static <T> Collector<T, ?, Map<Boolean, List<T>>> partitioningBy(Predicate<? super T> predicate) {
        return new Parts<T, Map<Boolean, List<T>>, Map<Boolean, List<T>>>(
            () -> {
                Map<Boolean, List<T>> halves = new LinkedHashMap<Boolean, List<T>>();
                halves.put(false, new ArrayList<T>());
                halves.put(true, new ArrayList<T>());
                return halves;
            },
            (halves, element) -> halves.get(predicate.test(element)).add(element),
            halves -> halves);
    }
}
