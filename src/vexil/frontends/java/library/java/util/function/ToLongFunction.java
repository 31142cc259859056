package java.util.function;

/** Map a value to a long. */
@FunctionalInterface
public interface ToLongFunction<T> {
    long applyAsLong(T value);
}
