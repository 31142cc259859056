package java.util.concurrent.atomic;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import vexil.Atomic;

/** An array of type int whose operations on elements are atomic. */
public class AtomicIntegerArray {
    private final int[] array;

    public AtomicIntegerArray(int length) {
        array = new int[length];
    }

    public AtomicIntegerArray(int[] array) {
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

    public final int get(int index) {
        return array[index];
    }

    public final void set(int index, int next) {
        array[index] = next;
    }

    public final void lazySet(int index, int next) {
        array[index] = next;
    }

    public final boolean compareAndSet(int index, int expected, int next) {
        check(index);
        Atomic.begin();
        boolean same = array[index] == expected;
        if (same) {
            array[index] = next;
        }
        Atomic.end();
        return same;
    }

    public final boolean weakCompareAndSet(int index, int expected, int next) {
        return compareAndSet(index, expected, next);
    }

    public final int getAndSet(int index, int next) {
        check(index);
        Atomic.begin();
        int old = array[index];
        array[index] = next;
        Atomic.end();
        return old;
    }

    public final int getAndIncrement(int index) {
        check(index);
        Atomic.begin();
        int old = array[index];
        array[index] = old + 1;
        Atomic.end();
        return old;
    }

    public final int getAndDecrement(int index) {
        check(index);
        Atomic.begin();
        int old = array[index];
        array[index] = old - 1;
        Atomic.end();
        return old;
    }

    public final int getAndAdd(int index, int delta) {
        check(index);
        Atomic.begin();
        int old = array[index];
        array[index] = old + delta;
        Atomic.end();
        return old;
    }

    public final int incrementAndGet(int index) {
        check(index);
        Atomic.begin();
        int old = array[index];
        array[index] = old + 1;
        Atomic.end();
        return old + 1;
    }

    public final int decrementAndGet(int index) {
        check(index);
        Atomic.begin();
        int old = array[index];
        array[index] = old - 1;
        Atomic.end();
        return old - 1;
    }

    public final int addAndGet(int index, int delta) {
        check(index);
        Atomic.begin();
        int old = array[index];
        array[index] = old + delta;
        Atomic.end();
        return old + delta;
    }

    public final int getAndUpdate(int index, IntUnaryOperator function) {
        while (true) {
            int old = array[index];
            int next = function.applyAsInt(old);
            if (compareAndSet(index, old, next)) {
                return old;
            }
        }
    }

    public final int updateAndGet(int index, IntUnaryOperator function) {
        while (true) {
            int old = array[index];
            int next = function.applyAsInt(old);
            if (compareAndSet(index, old, next)) {
                return next;
            }
        }
    }

    public final int getAndAccumulate(int index, int other, IntBinaryOperator function) {
        while (true) {
            int old = array[index];
            int next = function.applyAsInt(old, other);
            if (compareAndSet(index, old, next)) {
                return old;
            }
        }
    }

    public final int accumulateAndGet(int index, int other, IntBinaryOperator function) {
        while (true) {
            int old = array[index];
            int next = function.applyAsInt(old, other);
            if (compareAndSet(index, old, next)) {
                return next;
            }
        }
    }

    public String toString() {
        return Arrays.toString(array);
    }
}
