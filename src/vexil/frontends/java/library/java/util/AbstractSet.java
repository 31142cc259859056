package java.util;

/** The operations of sets that follow from iterator, size and add. */
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    protected AbstractSet() {
    }

    public boolean equals(Object object) {
        if (object == this) {
            return true;
        }
        if (!(object instanceof Set)) {
            return false;
        }
        Collection<?> other = (Collection<?>) object;
        if (other.size() != size()) {
            return false;
        }
        try {
            return containsAll(other);
        } catch (ClassCastException | NullPointerException exception) {
            return false;
        }
    }

    public int hashCode() {
        int hash = 0;
        for (E element : this) {
            if (element != null) {
                hash += element.hashCode();
            }
        }
        return hash;
    }

    public boolean removeAll(Collection<?> other) {
        Objects.requireNonNull(other);
        boolean changed = false;
        if (size() > other.size()) {
            for (Object element : other) {
                changed |= remove(element);
            }
            return changed;
        }
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (other.contains(each.next())) {
                each.remove();
                changed = true;
            }
        }
        return changed;
    }
}
