package java.util.function;

import java.util.Objects;

/** Map a pair of values to a result. */
@FunctionalInterface
public interface BiFunction<T, U, R> {
    R apply(T first, U second);

    default <V> BiFunction<T, U, V> andThen(Function<? super R, ? extends V> after) {
        Objects.requireNonNull(after);
        return (first, second) -> after.apply(apply(first, second));
    }
}
