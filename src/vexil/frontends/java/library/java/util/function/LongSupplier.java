package java.util.function;

/** Give a long. */
@FunctionalInterface
public interface LongSupplier {
    long getAsLong();
}
