package java.util.function;

/** Map a value to an int. */
@FunctionalInterface
public interface ToIntFunction<T> {
    int applyAsInt(T value);
}
