package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import vexil.Atomic;

/** A long whose operations are atomic. */
public class AtomicLong extends Number {
    private volatile long value;

    public AtomicLong() {
    }

    public AtomicLong(long value) {
        this.value = value;
    }

    public final long get() {
        return value;
    }

    public final void set(long next) {
        value = next;
    }

    public final void lazySet(long next) {
        value = next;
    }

    public final long getPlain() {
        return value;
    }

    public final long getAcquire() {
        return value;
    }

    public final void setRelease(long next) {
        value = next;
    }

    public final boolean compareAndSet(long expected, long next) {
        Atomic.begin();
        boolean same = value == expected;
        if (same) {
            value = next;
        }
        Atomic.end();
        return same;
    }

    public final boolean weakCompareAndSet(long expected, long next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetPlain(long expected, long next) {
        return compareAndSet(expected, next);
    }

    public final long getAndSet(long next) {
        Atomic.begin();
        long old = value;
        value = next;
        Atomic.end();
        return old;
    }

    public final long getAndIncrement() {
        Atomic.begin();
        long old = value;
        value = old + 1;
        Atomic.end();
        return old;
    }

    public final long getAndDecrement() {
        Atomic.begin();
        long old = value;
        value = old - 1;
        Atomic.end();
        return old;
    }

    public final long getAndAdd(long delta) {
        Atomic.begin();
        long old = value;
        value = old + delta;
        Atomic.end();
        return old;
    }

    public final long incrementAndGet() {
        Atomic.begin();
        long old = value;
        value = old + 1;
        Atomic.end();
        return old + 1;
    }

    public final long decrementAndGet() {
        Atomic.begin();
        long old = value;
        value = old - 1;
        Atomic.end();
        return old - 1;
    }

    public final long addAndGet(long delta) {
        Atomic.begin();
        long old = value;
        value = old + delta;
        Atomic.end();
        return old + delta;
    }

    public final long getAndUpdate(LongUnaryOperator function) {
        while (true) {
            long old = value;
            long next = function.applyAsLong(old);
            if (compareAndSet(old, next)) {
                return old;
            }
        }
    }

    public final long updateAndGet(LongUnaryOperator function) {
        while (true) {
            long old = value;
            long next = function.applyAsLong(old);
            if (compareAndSet(old, next)) {
                return next;
            }
        }
    }

    public final long getAndAccumulate(long other, LongBinaryOperator function) {
        while (true) {
            long old = value;
            long next = function.applyAsLong(old, other);
            if (compareAndSet(old, next)) {
                return old;
            }
        }
    }

    public final long accumulateAndGet(long other, LongBinaryOperator function) {
        while (true) {
            long old = value;
            long next = function.applyAsLong(old, other);
            if (compareAndSet(old, next)) {
                return next;
            }
        }
    }

    public String toString() {
        return Long.toString(value);
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return (double) value;
    }
}
