package java.util;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** An order of values. */
@FunctionalInterface
public interface Comparator<T> {
    int compare(T first, T second);

    boolean equals(Object object);

    default Comparator<T> reversed() {
        return Collections.reverseOrder(this);
    }

    default Comparator<T> thenComparing(Comparator<? super T> other) {
        Objects.requireNonNull(other);
        return (first, second) -> {
            int result = compare(first, second);
            return result != 0 ? result : other.compare(first, second);
        };
    }

    default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
        return thenComparing(comparing(key));
    }

    default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return thenComparing(comparing(key, order));
    }

    default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) {
        return thenComparing(comparingInt(key));
    }

    default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) {
        return thenComparing(comparingLong(key));
    }

    default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> key) {
        return thenComparing(comparingDouble(key));
    }

    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
        return (first, second) -> first.compareTo(second);
    }

    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return Collections.reverseOrder();
    }

    static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        Objects.requireNonNull(key);
        return (first, second) -> key.apply(first).compareTo(key.apply(second));
    }

    static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(order);
        return (first, second) -> order.compare(key.apply(first), key.apply(second));
    }

    static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (first, second) -> Integer.compare(key.applyAsInt(first), key.applyAsInt(second));
    }

    static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (first, second) -> Long.compare(key.applyAsLong(first), key.applyAsLong(second));
    }

    static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (first, second) -> Double.compare(key.applyAsDouble(first), key.applyAsDouble(second));
    }

    static <T> Comparator<T> nullsFirst(Comparator<? super T> order) {
        return (first, second) -> {
            if (first == null || second == null) {
                return first == second ? 0 : first == null ? -1 : 1;
            }
            return order == null ? 0 : order.compare(first, second);
        };
    }

    static <T> Comparator<T> nullsLast(Comparator<? super T> order) {
        return (first, second) -> {
            if (first == null || second == null) {
                return first == second ? 0 : first == null ? 1 : -1;
            }
            return order == null ? 0 : order.compare(first, second);
        };
    }
}
