package java.util.concurrent;

import java.util.Collection;

/** A queue of a fixed capacity; which thread came first to wait cannot be seen from outside. */
public class ArrayBlockingQueue<E> extends BoundedQueue<E> {
    public ArrayBlockingQueue(int capacity) {
        super(capacity);
    }

    public ArrayBlockingQueue(int capacity, boolean fair) {
        super(capacity);
    }

    public ArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> other) {
        super(capacity);
        if (other.size() > capacity) {
            throw new IllegalArgumentException();
        }
        addAll(other);
    }
}
