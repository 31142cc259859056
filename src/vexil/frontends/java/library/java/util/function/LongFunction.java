package java.util.function;

/** Map a long to a result. */
@FunctionalInterface
public interface LongFunction<R> {
    R apply(long value);
}
