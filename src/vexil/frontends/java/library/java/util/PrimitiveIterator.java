package java.util;

/** Iterators over values of primitive types. */
public interface PrimitiveIterator<T, C> extends Iterator<T> {
    /** An iterator over ints. */
    interface OfInt extends PrimitiveIterator<Integer, java.util.function.IntConsumer> {
        int nextInt();

        default Integer next() {
            return nextInt();
        }
    }
}
