package java.util.function;

/** Map a long to an int. */
@FunctionalInterface
public interface LongToIntFunction {
    int applyAsInt(long value);
}
