package java.util.function;

/** Map a double to an int. */
@FunctionalInterface
public interface DoubleToIntFunction {
    int applyAsInt(double value);
}
