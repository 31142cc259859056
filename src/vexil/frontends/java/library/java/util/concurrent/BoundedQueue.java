package java.util.concurrent;

import java.util.Collection;
import java.util.Objects;
import vexil.Atomic;
import vexil.Locks;
import vexil.Threads;

/** A queue that waits for elements, and for room. */
abstract class BoundedQueue<E> extends AtomicQueue<E> implements BlockingQueue<E> {
    /** The wait sets of those who wait for elements, and for room. */
    private final Object takers = new Object();
    private final Object putters = new Object();

    BoundedQueue(int capacity) {
        super(capacity);
    }

    void added() {
        Threads.notifyOne(takers);
    }

    void removed() {
        Threads.notifyOne(putters);
    }

    public void put(E element) throws InterruptedException {
        put(element, false);
    }

    public boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        if (unit.toNanos(time) > 0) {
            return put(element, true);
        }
        checkInterrupt();
        return offer(element);
    }

    private boolean put(E element, boolean timed) throws InterruptedException {
        Node<E> node = new Node<E>(element);
        checkInterrupt();
        while (true) {
            int reason = 0;
            Atomic.begin();
            boolean done = tryPut(node);
            if (!done) {
                reason = timed ? Locks.parkTimed(putters) : Locks.park(putters);
            }
            Atomic.end();
            if (done || reason == 1) {
                return done || offer(element);
            }
            if (reason == 2) {
                throw new InterruptedException();
            }
        }
    }

    public E take() throws InterruptedException {
        return take(false);
    }

    public E poll(long time, TimeUnit unit) throws InterruptedException {
        if (unit.toNanos(time) > 0) {
            return take(true);
        }
        checkInterrupt();
        return poll();
    }

    private E take(boolean timed) throws InterruptedException {
        checkInterrupt();
        while (true) {
            int reason = 0;
            Atomic.begin();
            E item = tryTake();
            if (item == null) {
                reason = timed ? Locks.parkTimed(takers) : Locks.park(takers);
            }
            Atomic.end();
            if (item != null || reason == 1) {
                return item != null ? item : poll();
            }
            if (reason == 2) {
                throw new InterruptedException();
            }
        }
    }

    private static void checkInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    public int remainingCapacity() {
        return capacity - size();
    }

    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    public int drainTo(Collection<? super E> target, int most) {
        Objects.requireNonNull(target);
        if (target == this) {
            throw new IllegalArgumentException();
        }
        int count = 0;
        while (count < most) {
            E item = poll();
            if (item == null) {
                return count;
            }
            target.add(item);
            count++;
        }
        return count;
    }
}
