package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import vexil.ArrayTypes;

/** A list in an array that grows, whose operations hold its lock. */
public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable {
    protected Object[] elementData;
    protected int elementCount;
    protected int capacityIncrement;

    public Vector() {
        this(10, 0);
    }

    public Vector(int capacity) {
        this(capacity, 0);
    }

    public Vector(int capacity, int increment) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        elementData = new Object[capacity];
        capacityIncrement = increment;
    }

    public Vector(Collection<? extends E> other) {
        elementData = other.toArray();
        elementCount = elementData.length;
    }

    private void checkIndex(int index) {
        if (index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
    }

    private void checkOld(int index) {
        if (index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index + " >= " + elementCount);
        }
    }

    private void resize(int capacity) {
        Object[] other = new Object[capacity];
        System.arraycopy(elementData, 0, other, 0, elementCount);
        elementData = other;
    }

    private void reserve(int capacity) {
        int length = elementData.length;
        if (capacity > length) {
            resize(Math.max(capacity, length + (capacityIncrement > 0 ? capacityIncrement : length)));
        }
    }

    private void insertAll(int index, Object[] more) {
        reserve(elementCount + more.length);
        System.arraycopy(elementData, index, elementData, index + more.length, elementCount - index);
        System.arraycopy(more, 0, elementData, index, more.length);
        elementCount += more.length;
    }

    protected synchronized void removeRange(int from, int to) {
        stamp = null;
        System.arraycopy(elementData, to, elementData, from, elementCount - to);
        int less = elementCount - (to - from);
        for (int index = less; index < elementCount; index++) {
            elementData[index] = null;
        }
        elementCount = less;
    }

    public synchronized int size() {
        return elementCount;
    }

    int end() {
        return elementCount;
    }

    void checkPosition(int index) {
        if (index < 0 || index > elementCount) {
            throw new IndexOutOfBoundsException("Index: " + index);
        }
    }

    NoSuchElementException missing(int index) {
        return new NoSuchElementException();
    }

    public synchronized boolean isEmpty() {
        return elementCount == 0;
    }

    public synchronized int capacity() {
        return elementData.length;
    }

    public synchronized void ensureCapacity(int capacity) {
        if (capacity > 0) {
            stamp = null;
            reserve(capacity);
        }
    }

    public synchronized void trimToSize() {
        stamp = null;
        if (elementCount < elementData.length) {
            resize(elementCount);
        }
    }

    public synchronized void setSize(int size) {
        stamp = null;
        reserve(size);
        for (int index = size; index < elementCount; index++) {
            elementData[index] = null;
        }
        elementCount = size;
    }

    public synchronized E get(int index) {
        checkIndex(index);
        return (E) elementData[index];
    }

    public synchronized E elementAt(int index) {
        checkOld(index);
        return (E) elementData[index];
    }

    public synchronized E firstElement() {
        if (elementCount == 0) {
            throw new NoSuchElementException();
        }
        return (E) elementData[0];
    }

    public synchronized E lastElement() {
        if (elementCount == 0) {
            throw new NoSuchElementException();
        }
        return (E) elementData[elementCount - 1];
    }

    public synchronized E set(int index, E element) {
        checkIndex(index);
        E old = (E) elementData[index];
        elementData[index] = element;
        return old;
    }

    public synchronized void setElementAt(E element, int index) {
        checkOld(index);
        elementData[index] = element;
    }

    public synchronized boolean add(E element) {
        stamp = null;
        reserve(elementCount + 1);
        elementData[elementCount++] = element;
        return true;
    }

    public synchronized void addElement(E element) {
        add(element);
    }

    public void add(int index, E element) {
        insertElementAt(element, index);
    }

    public synchronized void insertElementAt(E element, int index) {
        if (index > elementCount) {
            throw new ArrayIndexOutOfBoundsException(index + " > " + elementCount);
        }
        stamp = null;
        insertAll(index, new Object[] {element});
    }

    public synchronized E remove(int index) {
        checkIndex(index);
        E removed = (E) elementData[index];
        removeRange(index, index + 1);
        return removed;
    }

    public synchronized void removeElementAt(int index) {
        checkOld(index);
        if (index < 0) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        removeRange(index, index + 1);
    }

    public boolean remove(Object object) {
        return removeElement(object);
    }

    public synchronized boolean removeElement(Object object) {
        stamp = null;
        int index = indexOf(object);
        if (index < 0) {
            return false;
        }
        removeRange(index, index + 1);
        return true;
    }

    public synchronized void removeAllElements() {
        removeRange(0, elementCount);
    }

    public void clear() {
        removeAllElements();
    }

    public synchronized boolean addAll(Collection<? extends E> other) {
        Object[] more = other.toArray();
        stamp = null;
        insertAll(elementCount, more);
        return more.length != 0;
    }

    public synchronized boolean addAll(int index, Collection<? extends E> other) {
        if (index < 0 || index > elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        Object[] more = other.toArray();
        stamp = null;
        insertAll(index, more);
        return more.length != 0;
    }

    public boolean contains(Object object) {
        return indexOf(object, 0) >= 0;
    }

    public int indexOf(Object object) {
        return indexOf(object, 0);
    }

    public synchronized int indexOf(Object object, int start) {
        for (int index = start; index < elementCount; index++) {
            if (object == null ? elementData[index] == null : object.equals(elementData[index])) {
                return index;
            }
        }
        return -1;
    }

    public synchronized int lastIndexOf(Object object) {
        return lastIndexOf(object, elementCount - 1);
    }

    public synchronized int lastIndexOf(Object object, int start) {
        if (start >= elementCount) {
            throw new IndexOutOfBoundsException(start + " >= " + elementCount);
        }
        for (int index = start; index >= 0; index--) {
            if (object == null ? elementData[index] == null : object.equals(elementData[index])) {
                return index;
            }
        }
        return -1;
    }

    public synchronized boolean containsAll(Collection<?> other) {
        return super.containsAll(other);
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

    private synchronized boolean keep(Predicate<E> wanted) {
        Object expected = stamp();
        int end = elementCount;
        Object[] kept = new Object[end];
        int count = 0;
        for (int index = 0; index < end; index++) {
            if (wanted.test((E) elementData[index])) {
                kept[count++] = elementData[index];
            }
        }
        check(expected);
        if (count == end) {
            return false;
        }
        System.arraycopy(kept, 0, elementData, 0, count);
        removeRange(count, elementCount);
        return true;
    }

    public synchronized void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object expected = stamp();
        int end = elementCount;
        for (int index = 0; stamp == expected && index < end; index++) {
            action.accept((E) elementData[index]);
        }
        check(expected);
    }

    public synchronized void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        Object expected = stamp();
        int end = elementCount;
        for (int index = 0; stamp == expected && index < end; index++) {
            elementData[index] = operator.apply((E) elementData[index]);
        }
        check(expected);
        stamp = null;
    }

    public synchronized void sort(Comparator<? super E> order) {
        Object expected = stamp();
        Arrays.sort(elementData, 0, elementCount, (Comparator) order);
        check(expected);
        stamp = null;
    }

    private void check(Object expected) {
        if (stamp != expected) {
            throw new ConcurrentModificationException();
        }
    }

    public synchronized Object[] toArray() {
        Object[] array = new Object[elementCount];
        System.arraycopy(elementData, 0, array, 0, elementCount);
        return array;
    }

    public synchronized <T> T[] toArray(T[] array) {
        T[] target = array.length >= elementCount ? array : ArrayTypes.newLike(array, elementCount);
        System.arraycopy(elementData, 0, target, 0, elementCount);
        if (target.length > elementCount) {
            target[elementCount] = null;
        }
        return target;
    }

    public synchronized void copyInto(Object[] array) {
        System.arraycopy(elementData, 0, array, 0, elementCount);
    }

    public synchronized boolean equals(Object object) {
        return super.equals(object);
    }

    public synchronized int hashCode() {
        return super.hashCode();
    }

    public synchronized String toString() {
        return super.toString();
    }

    public synchronized Object clone() {
        return new Vector<E>(this);
    }

    public Enumeration<E> elements() {
        return new Enumeration<E>() {
            private int next;

            public boolean hasMoreElements() {
                return next < elementCount;
            }

            public E nextElement() {
                synchronized (Vector.this) {
                    if (next >= elementCount) {
                        throw new NoSuchElementException("Vector Enumeration");
                    }
                    return (E) elementData[next++];
                }
            }
        };
    }
}
