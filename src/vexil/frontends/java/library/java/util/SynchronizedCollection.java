package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** A view of a collection whose operations, but not whose iterators, hold a lock: the view itself unless told. */
class SynchronizedCollection<E> implements Collection<E> {
    private final Collection<E> collection;
    final Object mutex;

    SynchronizedCollection(Collection<E> collection, Object mutex) {
        this.collection = Objects.requireNonNull(collection);
        this.mutex = mutex == null ? this : mutex;
    }

    public int size() {
        synchronized (mutex) {
            return collection.size();
        }
    }

    public boolean isEmpty() {
        synchronized (mutex) {
            return collection.isEmpty();
        }
    }

    public boolean contains(Object object) {
        synchronized (mutex) {
            return collection.contains(object);
        }
    }

    public Iterator<E> iterator() {
        return collection.iterator();
    }

    public Object[] toArray() {
        synchronized (mutex) {
            return collection.toArray();
        }
    }

    public <T> T[] toArray(T[] array) {
        synchronized (mutex) {
            return collection.toArray(array);
        }
    }

    public boolean add(E element) {
        synchronized (mutex) {
            return collection.add(element);
        }
    }

    public boolean remove(Object object) {
        synchronized (mutex) {
            return collection.remove(object);
        }
    }

    public boolean containsAll(Collection<?> other) {
        synchronized (mutex) {
            return collection.containsAll(other);
        }
    }

    public boolean addAll(Collection<? extends E> other) {
        synchronized (mutex) {
            return collection.addAll(other);
        }
    }

    public boolean removeAll(Collection<?> other) {
        synchronized (mutex) {
            return collection.removeAll(other);
        }
    }

    public boolean retainAll(Collection<?> other) {
        synchronized (mutex) {
            return collection.retainAll(other);
        }
    }

    public boolean removeIf(Predicate<? super E> filter) {
        synchronized (mutex) {
            return collection.removeIf(filter);
        }
    }

    public void clear() {
        synchronized (mutex) {
            collection.clear();
        }
    }

    public void forEach(Consumer<? super E> action) {
        synchronized (mutex) {
            collection.forEach(action);
        }
    }

    public String toString() {
        synchronized (mutex) {
            return collection.toString();
        }
    }
}
