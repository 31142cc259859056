package java.lang;

import java.util.Objects;
import java.util.function.Supplier;

/** A variable that every thread has its own copy of, kept in a list at the thread's object. */
public class ThreadLocal<T> {
    /** One copy. */
    static class Entry {
        private final ThreadLocal<?> key;
        private Object value;
        private Entry next;

        Entry(ThreadLocal<?> key, Object value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private static final class Supplied<S> extends ThreadLocal<S> {
        private final Supplier<? extends S> supplier;

        Supplied(Supplier<? extends S> supplier) {
            this.supplier = Objects.requireNonNull(supplier);
        }

        protected S initialValue() {
            return supplier.get();
        }
    }

    public ThreadLocal() {
    }

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        return new Supplied<>(supplier);
    }

    protected T initialValue() {
        return null;
    }

    private Entry find(Thread thread) {
        Entry entry = thread.locals;
        while (entry != null && entry.key != this) {
            entry = entry.next;
        }
        return entry;
    }

    @SuppressWarnings("unchecked")
    public T get() {
        Entry entry = find(Thread.currentThread());
        if (entry != null) {
            return (T) entry.value;
        }
        T value = initialValue();
        set(value);
        return value;
    }

    public void set(T value) {
        Thread thread = Thread.currentThread();
        Entry entry = find(thread);
        if (entry == null) {
            thread.locals = new Entry(this, value, thread.locals);
        } else {
            entry.value = value;
        }
    }

    public void remove() {
        Thread thread = Thread.currentThread();
        Entry entry = find(thread);
        if (entry == null) {
            return;
        }
        if (thread.locals == entry) {
            thread.locals = entry.next;
            return;
        }
        Entry before = thread.locals;
        while (before.next != entry) {
            before = before.next;
        }
        before.next = entry.next;
    }
}
