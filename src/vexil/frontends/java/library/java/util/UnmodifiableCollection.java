package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** A view of a collection that refuses changes. */
class UnmodifiableCollection<E> implements Collection<E> {
    private final Collection<E> collection;

    UnmodifiableCollection(Collection<E> collection) {
        this.collection = Objects.requireNonNull(collection);
    }

    public int size() {
        return collection.size();
    }

    public boolean isEmpty() {
        return collection.isEmpty();
    }

    public boolean contains(Object object) {
        return collection.contains(object);
    }

    public boolean containsAll(Collection<?> other) {
        return collection.containsAll(other);
    }

    public Object[] toArray() {
        return collection.toArray();
    }

    public <T> T[] toArray(T[] array) {
        return collection.toArray(array);
    }

    public String toString() {
        return collection.toString();
    }

    public void forEach(Consumer<? super E> action) {
        collection.forEach(action);
    }

    public Iterator<E> iterator() {
        Iterator<E> each = collection.iterator();
        return new Iterator<E>() {
            public boolean hasNext() {
                return each.hasNext();
            }

            public E next() {
                return each.next();
            }

            public void remove() {
                throw new UnsupportedOperationException();
            }
        };
    }

    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object object) {
        throw new UnsupportedOperationException();
    }

    public boolean addAll(Collection<? extends E> other) {
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

    public void clear() {
        throw new UnsupportedOperationException();
    }
}
