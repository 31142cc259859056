package java.util.function;

import java.util.Comparator;
import java.util.Objects;

/** Combine two values of one type. */
@FunctionalInterface
public interface BinaryOperator<T> extends BiFunction<T, T, T> {
    static <T> BinaryOperator<T> minBy(Comparator<? super T> order) {
        Objects.requireNonNull(order);
        return (first, second) -> order.compare(first, second) <= 0 ? first : second;
    }

    static <T> BinaryOperator<T> maxBy(Comparator<? super T> order) {
        Objects.requireNonNull(order);
        return (first, second) -> order.compare(first, second) >= 0 ? first : second;
    }
}
