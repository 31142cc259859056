package java.util;

import java.util.function.Predicate;

/** The set that Set.of gives, in the order given; in the JDK the order differs from run to run. */
class ImmutableSet<E> extends AbstractSet<E> {
    private final Object[] elements;

    private ImmutableSet(Object[] elements) {
        this.elements = elements;
    }

    static <E> Set<E> of(Object[] elements) {
        for (int index = 0; index < elements.length; index++) {
            Objects.requireNonNull(elements[index]);
            for (int before = 0; before < index; before++) {
                if (elements[index].equals(elements[before])) {
                    throw new IllegalArgumentException("duplicate element: " + elements[index]);
                }
            }
        }
        return new ImmutableSet<E>(elements);
    }

    public int size() {
        return elements.length;
    }

    public boolean contains(Object object) {
        Objects.requireNonNull(object);
        for (int index = 0; index < elements.length; index++) {
            if (object.equals(elements[index])) {
                return true;
            }
        }
        return false;
    }

    public Iterator<E> iterator() {
        return new Iterator<E>() {
            private int next;

            public boolean hasNext() {
                return next < elements.length;
            }

            public E next() {
                if (next >= elements.length) {
                    throw new NoSuchElementException();
                }
                return (E) elements[next++];
            }
        };
    }

    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    public boolean addAll(Collection<? extends E> other) {
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
}
