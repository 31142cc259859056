package java.util;

/** A view of a set whose operations hold a lock. */
class SynchronizedSet<E> extends SynchronizedCollection<E> implements Set<E> {
    private final Set<E> set;

    SynchronizedSet(Set<E> set, Object mutex) {
        super(set, mutex);
        this.set = set;
    }

    public boolean equals(Object object) {
        if (object == this) {
            return true;
        }
        synchronized (mutex) {
            return set.equals(object);
        }
    }

    public int hashCode() {
        synchronized (mutex) {
            return set.hashCode();
        }
    }
}
