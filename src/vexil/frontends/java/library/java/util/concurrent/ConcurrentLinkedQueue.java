package java.util.concurrent;

import java.util.Collection;
import java.util.Queue;

/** A queue without bound that no thread waits for; every operation is one atomic step. */
public class ConcurrentLinkedQueue<E> extends AtomicQueue<E> implements Queue<E> {
    public ConcurrentLinkedQueue() {
        super(Integer.MAX_VALUE);
    }

    public ConcurrentLinkedQueue(Collection<? extends E> other) {
        super(Integer.MAX_VALUE);
        addAll(other);
    }
}
