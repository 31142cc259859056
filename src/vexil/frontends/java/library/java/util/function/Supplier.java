package java.util.function;

/** Give a value. */
@FunctionalInterface
public interface Supplier<T> {
    T get();
}
