package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import vexil.Atomic;

/** An int whose operations are atomic. */
public class AtomicInteger extends Number {
    private volatile int value;

    public AtomicInteger() {
    }

    public AtomicInteger(int value) {
        this.value = value;
    }

    public final int get() {
        return value;
    }

    public final void set(int next) {
        value = next;
    }

    public final void lazySet(int next) {
        value = next;
    }

    public final int getPlain() {
        return value;
    }

    public final int getAcquire() {
        return value;
    }

    public final void setRelease(int next) {
        value = next;
    }

    public final boolean compareAndSet(int expected, int next) {
        Atomic.begin();
        boolean same = value == expected;
        if (same) {
            value = next;
        }
        Atomic.end();
        return same;
    }

    public final boolean weakCompareAndSet(int expected, int next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetPlain(int expected, int next) {
        return compareAndSet(expected, next);
    }

    public final int getAndSet(int next) {
        Atomic.begin();
        int old = value;
        value = next;
        Atomic.end();
        return old;
    }

    public final int getAndIncrement() {
        Atomic.begin();
        int old = value;
        value = old + 1;
        Atomic.end();
        return old;
    }

    public final int getAndDecrement() {
        Atomic.begin();
        int old = value;
        value = old - 1;
        Atomic.end();
        return old;
    }

    public final int getAndAdd(int delta) {
        Atomic.begin();
        int old = value;
        value = old + delta;
        Atomic.end();
        return old;
    }

    public final int incrementAndGet() {
        Atomic.begin();
        int old = value;
        value = old + 1;
        Atomic.end();
        return old + 1;
    }

    public final int decrementAndGet() {
        Atomic.begin();
        int old = value;
        value = old - 1;
        Atomic.end();
        return old - 1;
    }

    public final int addAndGet(int delta) {
        Atomic.begin();
        int old = value;
        value = old + delta;
        Atomic.end();
        return old + delta;
    }

    public final int getAndUpdate(IntUnaryOperator function) {
        while (true) {
            int old = value;
            int next = function.applyAsInt(old);
            if (compareAndSet(old, next)) {
                return old;
            }
        }
    }

    public final int updateAndGet(IntUnaryOperator function) {
        while (true) {
            int old = value;
            int next = function.applyAsInt(old);
            if (compareAndSet(old, next)) {
                return next;
            }
        }
    }

    public final int getAndAccumulate(int other, IntBinaryOperator function) {
        while (true) {
            int old = value;
            int next = function.applyAsInt(old, other);
            if (compareAndSet(old, next)) {
                return old;
            }
        }
    }

    public final int accumulateAndGet(int other, IntBinaryOperator function) {
        while (true) {
            int old = value;
            int next = function.applyAsInt(old, other);
            if (compareAndSet(old, next)) {
                return next;
            }
        }
    }

    public String toString() {
        return Integer.toString(value);
    }

    public int intValue() {
        return value;
    }

    public long longValue() {
        return (long) value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return (double) value;
    }
}
