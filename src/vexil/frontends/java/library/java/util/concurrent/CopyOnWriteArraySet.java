package java.util.concurrent;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Predicate;

/** A set in an array that is copied for each change. */
public class CopyOnWriteArraySet<E> extends AbstractSet<E> {
    private final CopyOnWriteArrayList<E> list = new CopyOnWriteArrayList<E>();

    public CopyOnWriteArraySet() {
    }

    public CopyOnWriteArraySet(Collection<? extends E> other) {
        for (E element : other) {
            list.addIfAbsent(element);
        }
    }

    public int size() {
        return list.size();
    }

    public boolean contains(Object object) {
        return list.contains(object);
    }

    public boolean add(E element) {
        return list.addIfAbsent(element);
    }

    public boolean remove(Object object) {
        return list.remove(object);
    }

    public void clear() {
        list.clear();
    }

    public boolean removeAll(Collection<?> other) {
        return list.removeAll(other);
    }

    public boolean retainAll(Collection<?> other) {
        return list.retainAll(other);
    }

    public boolean removeIf(Predicate<? super E> filter) {
        return list.removeIf(filter);
    }

    public Iterator<E> iterator() {
        return list.iterator();
    }
}
