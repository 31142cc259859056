package java.util.concurrent;

import java.util.Collection;

/** A queue of linked nodes that may have a capacity. */
public class LinkedBlockingQueue<E> extends BoundedQueue<E> {
    public LinkedBlockingQueue() {
        super(Integer.MAX_VALUE);
    }

    public LinkedBlockingQueue(int capacity) {
        super(capacity);
    }

    public LinkedBlockingQueue(Collection<? extends E> other) {
        super(Integer.MAX_VALUE);
        addAll(other);
    }
}
