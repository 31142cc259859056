package java.util.concurrent;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A list in an array that is copied for each change, so that iterators see the list as it was. */
public class CopyOnWriteArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess {
    private final Object lock = new Object();
    private volatile Object[] array;

    public CopyOnWriteArrayList() {
        array = new Object[0];
    }

    public CopyOnWriteArrayList(Collection<? extends E> other) {
        array = other.toArray();
    }

    public CopyOnWriteArrayList(E[] elements) {
        array = new Object[elements.length];
        System.arraycopy(elements, 0, array, 0, elements.length);
    }

    /** A copy of the array with a part replaced. */
    private static Object[] replaced(Object[] old, int from, int to, Object[] part) {
        Object[] copy = new Object[old.length - (to - from) + part.length];
        System.arraycopy(old, 0, copy, 0, from);
        System.arraycopy(part, 0, copy, from, part.length);
        System.arraycopy(old, to, copy, from + part.length, old.length - to);
        return copy;
    }

    private static int find(Object[] elements, Object object) {
        for (int index = 0; index < elements.length; index++) {
            if (Objects.equals(object, elements[index])) {
                return index;
            }
        }
        return -1;
    }

    private static IndexOutOfBoundsException outOfBounds(int index, int size) {
        return new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
    }

    public int size() {
        return array.length;
    }

    public E get(int index) {
        return (E) array[index];
    }

    public int indexOf(Object object) {
        return find(array, object);
    }

    public int lastIndexOf(Object object) {
        Object[] elements = array;
        for (int index = elements.length - 1; index >= 0; index--) {
            if (Objects.equals(object, elements[index])) {
                return index;
            }
        }
        return -1;
    }

    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    public Object[] toArray() {
        Object[] elements = array;
        return replaced(elements, 0, 0, new Object[0]);
    }

    public <T> T[] toArray(T[] target) {
        return (T[]) Arrays.asList(array).toArray(target);
    }

    public E set(int index, E element) {
        synchronized (lock) {
            Object[] elements = array;
            E old = (E) elements[index];
            array = replaced(elements, index, index + 1, new Object[] {element});
            return old;
        }
    }

    public boolean add(E element) {
        synchronized (lock) {
            Object[] elements = array;
            array = replaced(elements, elements.length, elements.length, new Object[] {element});
            return true;
        }
    }

    public void add(int index, E element) {
        synchronized (lock) {
            Object[] elements = array;
            if (index < 0 || index > elements.length) {
                throw outOfBounds(index, elements.length);
            }
            array = replaced(elements, index, index, new Object[] {element});
        }
    }

    public boolean addIfAbsent(E element) {
        synchronized (lock) {
            return !contains(element) && add(element);
        }
    }

    public boolean addAll(Collection<? extends E> other) {
        Object[] more = other.toArray();
        synchronized (lock) {
            Object[] elements = array;
            array = replaced(elements, elements.length, elements.length, more);
            return more.length > 0;
        }
    }

    public boolean addAll(int index, Collection<? extends E> other) {
        Object[] more = other.toArray();
        synchronized (lock) {
            Object[] elements = array;
            if (index < 0 || index > elements.length) {
                throw outOfBounds(index, elements.length);
            }
            array = replaced(elements, index, index, more);
            return more.length > 0;
        }
    }

    public E remove(int index) {
        synchronized (lock) {
            Object[] elements = array;
            E old = (E) elements[index];
            array = replaced(elements, index, index + 1, new Object[0]);
            return old;
        }
    }

    public boolean remove(Object object) {
        synchronized (lock) {
            int index = indexOf(object);
            if (index < 0) {
                return false;
            }
            remove(index);
            return true;
        }
    }

    public void clear() {
        synchronized (lock) {
            array = new Object[0];
        }
    }

    public boolean removeAll(Collection<?> other) {
        Objects.requireNonNull(other);
        return removeIf(element -> other.contains(element));
    }

    public boolean retainAll(Collection<?> other) {
        Objects.requireNonNull(other);
        return removeIf(element -> !other.contains(element));
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        synchronized (lock) {
            Object[] elements = array;
            Object[] kept = new Object[elements.length];
            int count = 0;
            for (int index = 0; index < elements.length; index++) {
                if (!filter.test((E) elements[index])) {
                    kept[count++] = elements[index];
                }
            }
            if (count == elements.length) {
                return false;
            }
            array = Arrays.copyOf(kept, count);
            return true;
        }
    }

    public void replaceAll(UnaryOperator<E> operator) {
        synchronized (lock) {
            Object[] copy = toArray();
            for (int index = 0; index < copy.length; index++) {
                copy[index] = operator.apply((E) copy[index]);
            }
            array = copy;
        }
    }

    public void sort(Comparator<? super E> order) {
        synchronized (lock) {
            Object[] copy = toArray();
            Arrays.sort(copy, (Comparator) order);
            array = copy;
        }
    }

    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object[] elements = array;
        for (int index = 0; index < elements.length; index++) {
            action.accept((E) elements[index]);
        }
    }

    public String toString() {
        return Arrays.toString(array);
    }

    public Iterator<E> iterator() {
        return new Snapshot<E>(array, 0);
    }

    public ListIterator<E> listIterator() {
        return new Snapshot<E>(array, 0);
    }

    public ListIterator<E> listIterator(int index) {
        Object[] elements = array;
        if (index < 0 || index > elements.length) {
            throw outOfBounds(index, elements.length);
        }
        return new Snapshot<E>(elements, index);
    }

    /** A walk over the list as it was. */
    private static class Snapshot<E> implements ListIterator<E> {
        private final Object[] elements;
        private int next;

        Snapshot(Object[] elements, int next) {
            this.elements = elements;
            this.next = next;
        }

        public boolean hasNext() {
            return next < elements.length;
        }

        public E next() {
            if (next >= elements.length) {
                throw new NoSuchElementException();
            }
            return (E) elements[next++];
        }

        public boolean hasPrevious() {
            return next > 0;
        }

        public E previous() {
            if (next <= 0) {
                throw new NoSuchElementException();
            }
            return (E) elements[--next];
        }

        public int nextIndex() {
            return next;
        }

        public int previousIndex() {
            return next - 1;
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }

        public void set(E element) {
            throw new UnsupportedOperationException();
        }

        public void add(E element) {
            throw new UnsupportedOperationException();
        }
    }
}
