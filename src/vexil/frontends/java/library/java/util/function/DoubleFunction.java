package java.util.function;

/** Map a double to a result. */
@FunctionalInterface
public interface DoubleFunction<R> {
    R apply(double value);
}
