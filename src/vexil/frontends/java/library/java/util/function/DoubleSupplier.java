package java.util.function;

/** Give a double. */
@FunctionalInterface
public interface DoubleSupplier {
    double getAsDouble();
}
