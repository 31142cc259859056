package java.util.function;

/** Map a double to a long. */
@FunctionalInterface
public interface DoubleToLongFunction {
    long applyAsLong(double value);
}
