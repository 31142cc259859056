package java.util.function;

/** Act on an object and a long. */
@FunctionalInterface
public interface ObjLongConsumer<T> {
    void accept(T object, long value);
}
