package java.util.concurrent.atomic;

import vexil.Atomic;

/** A boolean whose operations are atomic. */
public class AtomicBoolean {
    private volatile boolean value;

    public AtomicBoolean() {
    }

    public AtomicBoolean(boolean value) {
        this.value = value;
    }

    public final boolean get() {
        return value;
    }

    public final void set(boolean next) {
        value = next;
    }

    public final void lazySet(boolean next) {
        value = next;
    }

    public final boolean getPlain() {
        return value;
    }

    public final boolean getAcquire() {
        return value;
    }

    public final void setRelease(boolean next) {
        value = next;
    }

    public final boolean compareAndSet(boolean expected, boolean next) {
        Atomic.begin();
        boolean same = value == expected;
        if (same) {
            value = next;
        }
        Atomic.end();
        return same;
    }

    public boolean weakCompareAndSet(boolean expected, boolean next) {
        return compareAndSet(expected, next);
    }

    public final boolean getAndSet(boolean next) {
        Atomic.begin();
        boolean old = value;
        value = next;
        Atomic.end();
        return old;
    }

    public String toString() {
        return String.valueOf(value);
    }
}
