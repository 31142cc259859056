package java.util;

import vexil.ArrayTypes;

/** The operations of collections that follow from iterator, size and add. */
public abstract class AbstractCollection<E> implements Collection<E> {
    protected AbstractCollection() {
    }

    public abstract Iterator<E> iterator();

    public abstract int size();

    public boolean isEmpty() {
        return size() == 0;
    }

    public boolean contains(Object object) {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            E element = each.next();
            if (object == null ? element == null : object.equals(element)) {
                return true;
            }
        }
        return false;
    }

    public Object[] toArray() {
        Object[] array = new Object[size()];
        Iterator<E> each = iterator();
        for (int index = 0; index < array.length && each.hasNext(); index++) {
            array[index] = each.next();
        }
        return array;
    }

    public <T> T[] toArray(T[] array) {
        int size = size();
        T[] target = array.length >= size ? array : ArrayTypes.newLike(array, size);
        int index = 0;
        Iterator<E> each = iterator();
        while (index < size && each.hasNext()) {
            target[index++] = (T) each.next();
        }
        if (index < target.length) {
            target[index] = null;
        }
        return target;
    }

    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object object) {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            E element = each.next();
            if (object == null ? element == null : object.equals(element)) {
                each.remove();
                return true;
            }
        }
        return false;
    }

    public boolean containsAll(Collection<?> other) {
        for (Object element : other) {
            if (!contains(element)) {
                return false;
            }
        }
        return true;
    }

    public boolean addAll(Collection<? extends E> other) {
        boolean changed = false;
        for (E element : other) {
            if (add(element)) {
                changed = true;
            }
        }
        return changed;
    }

    public boolean removeAll(Collection<?> other) {
        Objects.requireNonNull(other);
        return removeWhere(other, true);
    }

    public boolean retainAll(Collection<?> other) {
        Objects.requireNonNull(other);
        return removeWhere(other, false);
    }

    private boolean removeWhere(Collection<?> other, boolean contained) {
        boolean changed = false;
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (other.contains(each.next()) == contained) {
                each.remove();
                changed = true;
            }
        }
        return changed;
    }

    public void clear() {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            each.next();
            each.remove();
        }
    }

    public String toString() {
        Iterator<E> each = iterator();
        if (!each.hasNext()) {
            return "[]";
        }
        StringBuilder text = new StringBuilder();
        text.append('[');
        while (true) {
            E element = each.next();
            text.append(element == this ? "(this Collection)" : element);
            if (!each.hasNext()) {
                return text.append(']').toString();
            }
            text.append(", ");
        }
    }
}
