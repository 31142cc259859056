package java.util.function;

import java.util.Objects;

/** Act on a pair of values. */
@FunctionalInterface
public interface BiConsumer<T, U> {
    void accept(T first, U second);

    default BiConsumer<T, U> andThen(BiConsumer<? super T, ? super U> after) {
        Objects.requireNonNull(after);
        return (first, second) -> {
            accept(first, second);
            after.accept(first, second);
        };
    }
}
