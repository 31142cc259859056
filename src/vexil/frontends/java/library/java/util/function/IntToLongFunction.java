package java.util.function;

/** Map an int to a long. */
@FunctionalInterface
public interface IntToLongFunction {
    long applyAsLong(int value);
}
