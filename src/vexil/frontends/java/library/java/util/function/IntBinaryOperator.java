package java.util.function;

/** Combine two values of type int. */
@FunctionalInterface
public interface IntBinaryOperator {
    int applyAsInt(int first, int second);
}
