package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import vexil.ArrayTypes;

/** A list in an array that grows. */
public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable {
    private Object[] elements;
    private int size;

    public ArrayList() {
        elements = new Object[10];
    }

    public ArrayList(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        elements = new Object[capacity];
    }

    public ArrayList(Collection<? extends E> other) {
        elements = other.toArray();
        size = elements.length;
    }

    public void ensureCapacity(int capacity) {
        stamp = null;
    }

    public void trimToSize() {
        stamp = null;
    }

    public int size() {
        return size;
    }

    NoSuchElementException missing(int index) {
        return new NoSuchElementException();
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    public int indexOf(Object object) {
        for (int index = 0; index < size; index++) {
            if (object == null ? elements[index] == null : object.equals(elements[index])) {
                return index;
            }
        }
        return -1;
    }

    public int lastIndexOf(Object object) {
        for (int index = size - 1; index >= 0; index--) {
            if (object == null ? elements[index] == null : object.equals(elements[index])) {
                return index;
            }
        }
        return -1;
    }

    public E get(int index) {
        Objects.checkIndex(index, size);
        return (E) elements[index];
    }

    public E set(int index, E element) {
        Objects.checkIndex(index, size);
        E old = (E) elements[index];
        elements[index] = element;
        return old;
    }

    public boolean add(E element) {
        stamp = null;
        reserve(size + 1);
        elements[size] = element;
        size++;
        return true;
    }

    public void add(int index, E element) {
        checkPosition(index);
        stamp = null;
        reserve(size + 1);
        System.arraycopy(elements, index, elements, index + 1, size - index);
        elements[index] = element;
        size++;
    }

    public E remove(int index) {
        Objects.checkIndex(index, size);
        E removed = (E) elements[index];
        removeRange(index, index + 1);
        return removed;
    }

    public boolean remove(Object object) {
        int index = indexOf(object);
        if (index < 0) {
            return false;
        }
        removeRange(index, index + 1);
        return true;
    }

    public void clear() {
        removeRange(0, size);
    }

    public boolean addAll(Collection<? extends E> other) {
        return insert(size, other);
    }

    public boolean addAll(int index, Collection<? extends E> other) {
        checkPosition(index);
        return insert(index, other);
    }

    private boolean insert(int index, Collection<? extends E> other) {
        Object[] more = other.toArray();
        stamp = null;
        if (more.length == 0) {
            return false;
        }
        reserve(size + more.length);
        System.arraycopy(elements, index, elements, index + more.length, size - index);
        System.arraycopy(more, 0, elements, index, more.length);
        size += more.length;
        return true;
    }

    protected void removeRange(int from, int to) {
        if (from > to) {
            throw new IndexOutOfBoundsException("From Index: " + from + " > To Index: " + to);
        }
        stamp = null;
        System.arraycopy(elements, to, elements, from, size - to);
        int less = size - (to - from);
        for (int index = less; index < size; index++) {
            elements[index] = null;
        }
        size = less;
    }

    private void reserve(int capacity) {
        if (capacity > elements.length) {
            Object[] larger = new Object[Math.max(capacity, elements.length + (elements.length >> 1))];
            System.arraycopy(elements, 0, larger, 0, size);
            elements = larger;
        }
    }

    public boolean removeAll(Collection<?> other) {
        Objects.requireNonNull(other);
        return keep(element -> !other.contains(element));
    }

    public boolean retainAll(Collection<?> other) {
        Objects.requireNonNull(other);
        return keep(element -> other.contains(element));
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return keep(element -> !filter.test(element));
    }

    private boolean keep(Predicate<E> wanted) {
        Object expected = stamp();
        int end = size;
        Object[] kept = new Object[end];
        int count = 0;
        for (int index = 0; index < end; index++) {
            if (wanted.test((E) elements[index])) {
                kept[count++] = elements[index];
            }
        }
        if (stamp != expected) {
            throw new ConcurrentModificationException();
        }
        if (count == end) {
            return false;
        }
        System.arraycopy(kept, 0, elements, 0, count);
        removeRange(count, size);
        return true;
    }

    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object expected = stamp();
        int end = size;
        for (int index = 0; stamp == expected && index < end; index++) {
            action.accept((E) elements[index]);
        }
        if (stamp != expected) {
            throw new ConcurrentModificationException();
        }
    }

    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        Object expected = stamp();
        int end = size;
        for (int index = 0; stamp == expected && index < end; index++) {
            elements[index] = operator.apply((E) elements[index]);
        }
        if (stamp != expected) {
            throw new ConcurrentModificationException();
        }
    }

    public void sort(Comparator<? super E> order) {
        Object expected = stamp();
        Arrays.sort(elements, 0, size, (Comparator) order);
        if (stamp != expected) {
            throw new ConcurrentModificationException();
        }
        stamp = null;
    }

    public Object[] toArray() {
        Object[] array = new Object[size];
        System.arraycopy(elements, 0, array, 0, size);
        return array;
    }

    public <T> T[] toArray(T[] array) {
        T[] target = array.length >= size ? array : ArrayTypes.newLike(array, size);
        System.arraycopy(elements, 0, target, 0, size);
        if (target.length > size) {
            target[size] = null;
        }
        return target;
    }

    public Object clone() {
        return new ArrayList<E>(this);
    }
}
