package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import vexil.Atomic;
import vexil.Identity;

/** A reference whose operations are atomic. */
public class AtomicReference<V> {
    private volatile V value;

    public AtomicReference() {
    }

    public AtomicReference(V value) {
        this.value = value;
    }

    public final V get() {
        return value;
    }

    public final void set(V next) {
        value = next;
    }

    public final void lazySet(V next) {
        value = next;
    }

    public final V getPlain() {
        return value;
    }

    public final V getAcquire() {
        return value;
    }

    public final void setRelease(V next) {
        value = next;
    }

    public final boolean compareAndSet(V expected, V next) {
        Atomic.begin();
        boolean same = Identity.same(value, expected);
        if (same) {
            value = next;
        }
        Atomic.end();
        return same;
    }

    public final boolean weakCompareAndSet(V expected, V next) {
        return compareAndSet(expected, next);
    }

    public final V getAndSet(V next) {
        Atomic.begin();
        V old = value;
        value = next;
        Atomic.end();
        return old;
    }

    public final V getAndUpdate(UnaryOperator<V> function) {
        while (true) {
            V old = value;
            V next = function.apply(old);
            if (compareAndSet(old, next)) {
                return old;
            }
        }
    }

    public final V updateAndGet(UnaryOperator<V> function) {
        while (true) {
            V old = value;
            V next = function.apply(old);
            if (compareAndSet(old, next)) {
                return next;
            }
        }
    }

    public final V getAndAccumulate(V other, BinaryOperator<V> function) {
        while (true) {
            V old = value;
            V next = function.apply(old, other);
            if (compareAndSet(old, next)) {
                return old;
            }
        }
    }

    public final V accumulateAndGet(V other, BinaryOperator<V> function) {
        while (true) {
            V old = value;
            V next = function.apply(old, other);
            if (compareAndSet(old, next)) {
                return next;
            }
        }
    }

    public String toString() {
        return String.valueOf(value);
    }
}
