package java.util.function;

/** Give an int. */
@FunctionalInterface
public interface IntSupplier {
    int getAsInt();
}
