package java.util.function;

/** Map an int to a result. */
@FunctionalInterface
public interface IntFunction<R> {
    R apply(int value);
}
