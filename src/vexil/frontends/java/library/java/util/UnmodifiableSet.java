package java.util;

/** A view of a set that refuses changes. */
class UnmodifiableSet<E> extends UnmodifiableCollection<E> implements Set<E> {
    private final Set<E> set;

    UnmodifiableSet(Set<E> set) {
        super(set);
        this.set = set;
    }

    public boolean equals(Object object) {
        return object == this || set.equals(object);
    }

    public int hashCode() {
        return set.hashCode();
    }
}
