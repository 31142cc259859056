package java.util.function;

/** Combine two values of type double. */
@FunctionalInterface
public interface DoubleBinaryOperator {
    double applyAsDouble(double first, double second);
}
