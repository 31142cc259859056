package java.util;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The list that List.of gives: it cannot be changed, and contains no null unless it comes from a stream. */
class ImmutableList<E> extends AbstractList<E> implements RandomAccess {
    private final Object[] elements;
    private final boolean allowsNull;

    ImmutableList(Object[] elements) {
        this(elements, false);
    }

    ImmutableList(Object[] elements, boolean allowsNull) {
        this.elements = elements;
        this.allowsNull = allowsNull;
    }

    static <E> List<E> of(Object[] elements) {
        for (int index = 0; index < elements.length; index++) {
            Objects.requireNonNull(elements[index]);
        }
        return new ImmutableList<E>(elements);
    }

    boolean allowsNull() {
        return allowsNull;
    }

    public int size() {
        return elements.length;
    }

    public E get(int index) {
        if (elements.length <= 2 && (index < 0 || index >= elements.length)) {
            throw outOfBounds(index);
        }
        return (E) elements[index];
    }

    private RuntimeException outOfBounds(int index) {
        if (elements.length == 0) {
            return new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length 0");
        }
        return new IndexOutOfBoundsException("Index: " + index + " Size: " + elements.length);
    }

    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    public int indexOf(Object object) {
        if (!allowsNull) {
            Objects.requireNonNull(object);
        }
        return super.indexOf(object);
    }

    public int lastIndexOf(Object object) {
        if (!allowsNull) {
            Objects.requireNonNull(object);
        }
        return super.lastIndexOf(object);
    }

    NoSuchElementException missing(int index) {
        return new NoSuchElementException();
    }

    public Iterator<E> iterator() {
        return listIterator(0);
    }

    void checkPosition(int index) {
        if (index < 0 || index > elements.length) {
            throw new IndexOutOfBoundsException("Index: " + index + " Size: " + elements.length);
        }
    }

    public ListIterator<E> listIterator(int index) {
        return UnmodifiableList.readOnly(super.listIterator(index));
    }

    public List<E> subList(int from, int to) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex = " + from);
        }
        if (to > elements.length) {
            throw new IndexOutOfBoundsException("toIndex = " + to);
        }
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        Object[] part = new Object[to - from];
        System.arraycopy(elements, from, part, 0, part.length);
        return new Part<E>(part, allowsNull);
    }

    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    public boolean addAll(Collection<? extends E> other) {
        throw new UnsupportedOperationException();
    }

    public boolean addAll(int index, Collection<? extends E> other) {
        throw new UnsupportedOperationException();
    }

    public void clear() {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object object) {
        throw new UnsupportedOperationException();
    }

    public boolean removeAll(Collection<?> other) {
        throw new UnsupportedOperationException();
    }

    public boolean retainAll(Collection<?> other) {
        throw new UnsupportedOperationException();
    }

    public boolean removeIf(Predicate<? super E> filter) {
        throw new UnsupportedOperationException();
    }

    public void replaceAll(UnaryOperator<E> operator) {
        throw new UnsupportedOperationException();
    }

    public void sort(Comparator<? super E> order) {
        throw new UnsupportedOperationException();
    }

    /** A part of such a list, which names bad indices otherwise. */
    private static class Part<E> extends ImmutableList<E> {
        Part(Object[] elements, boolean allowsNull) {
            super(elements, allowsNull);
        }

        public E get(int index) {
            return super.get(Objects.checkIndex(index, size()));
        }
    }
}
