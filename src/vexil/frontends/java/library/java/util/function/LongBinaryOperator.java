package java.util.function;

/** Combine two values of type long. */
@FunctionalInterface
public interface LongBinaryOperator {
    long applyAsLong(long first, long second);
}
