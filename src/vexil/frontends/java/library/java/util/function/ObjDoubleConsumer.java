package java.util.function;

/** Act on an object and a double. */
@FunctionalInterface
public interface ObjDoubleConsumer<T> {
    void accept(T object, double value);
}
