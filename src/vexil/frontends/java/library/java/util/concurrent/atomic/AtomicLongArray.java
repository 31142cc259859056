package java.util.concurrent.atomic;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import vexil.Atomic;

/** An array of type long whose operations on elements are atomic. */
public class AtomicLongArray {
    private final long[] array;

    public AtomicLongArray(int length) {
        array = new long[length];
    }

    public AtomicLongArray(long[] array) {
        this.array = Arrays.copyOf(array, array.length);
    }

    /** Fail for a bad index before an atomic section begins. */
    private void check(int index) {
        if (index < 0 || index >= array.length) {
            throw new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + array.length);
        }
    }

    public final int length() {
        return array.length;
    }

    public final long get(int index) {
        return array[index];
    }

    public final void set(int index, long next) {
        array[index] = next;
    }

    public final void lazySet(int index, long next) {
        array[index] = next;
    }

    public final boolean compareAndSet(int index, long expected, long next) {
        check(index);
        Atomic.begin();
        boolean same = array[index] == expected;
        if (same) {
            array[index] = next;
        }
        Atomic.end();
        return same;
    }

    public final boolean weakCompareAndSet(int index, long expected, long next) {
        return compareAndSet(index, expected, next);
    }

    public final long getAndSet(int index, long next) {
        check(index);
        Atomic.begin();
        long old = array[index];
        array[index] = next;
        Atomic.end();
        return old;
    }

    public final long getAndIncrement(int index) {
        check(index);
        Atomic.begin();
        long old = array[index];
        array[index] = old + 1;
        Atomic.end();
        return old;
    }

    public final long getAndDecrement(int index) {
        check(index);
        Atomic.begin();
        long old = array[index];
        array[index] = old - 1;
        Atomic.end();
        return old;
    }

    public final long getAndAdd(int index, long delta) {
        check(index);
        Atomic.begin();
        long old = array[index];
        array[index] = old + delta;
        Atomic.end();
        return old;
    }

    public final long incrementAndGet(int index) {
        check(index);
        Atomic.begin();
        long old = array[index];
        array[index] = old + 1;
        Atomic.end();
        return old + 1;
    }

    public final long decrementAndGet(int index) {
        check(index);
        Atomic.begin();
        long old = array[index];
        array[index] = old - 1;
        Atomic.end();
        return old - 1;
    }

    public final long addAndGet(int index, long delta) {
        check(index);
        Atomic.begin();
        long old = array[index];
        array[index] = old + delta;
        Atomic.end();
        return old + delta;
    }

    public final long getAndUpdate(int index, LongUnaryOperator function) {
        while (true) {
            long old = array[index];
            long next = function.applyAsLong(old);
            if (compareAndSet(index, old, next)) {
                return old;
            }
        }
    }

    public final long updateAndGet(int index, LongUnaryOperator function) {
        while (true) {
            long old = array[index];
            long next = function.applyAsLong(old);
            if (compareAndSet(index, old, next)) {
                return next;
            }
        }
    }

    public final long getAndAccumulate(int index, long other, LongBinaryOperator function) {
        while (true) {
            long old = array[index];
            long next = function.applyAsLong(old, other);
            if (compareAndSet(index, old, next)) {
                return old;
            }
        }
    }

    public final long accumulateAndGet(int index, long other, LongBinaryOperator function) {
        while (true) {
            long old = array[index];
            long next = function.applyAsLong(old, other);
            if (compareAndSet(index, old, next)) {
                return next;
            }
        }
    }

    public String toString() {
        return Arrays.toString(array);
    }
}
