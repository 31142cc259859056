package java.util;

import java.util.function.UnaryOperator;

/** A view of a list whose operations hold a lock. */
class SynchronizedList<E> extends SynchronizedCollection<E> implements List<E> {
    private final List<E> list;

    SynchronizedList(List<E> list, Object mutex) {
        super(list, mutex);
        this.list = list;
    }

    public boolean equals(Object object) {
        if (object == this) {
            return true;
        }
        synchronized (mutex) {
            return list.equals(object);
        }
    }

    public int hashCode() {
        synchronized (mutex) {
            return list.hashCode();
        }
    }

    public E get(int index) {
        synchronized (mutex) {
            return list.get(index);
        }
    }

    public E set(int index, E element) {
        synchronized (mutex) {
            return list.set(index, element);
        }
    }

    public void add(int index, E element) {
        synchronized (mutex) {
            list.add(index, element);
        }
    }

    public E remove(int index) {
        synchronized (mutex) {
            return list.remove(index);
        }
    }

    public int indexOf(Object object) {
        synchronized (mutex) {
            return list.indexOf(object);
        }
    }

    public int lastIndexOf(Object object) {
        synchronized (mutex) {
            return list.lastIndexOf(object);
        }
    }

    public boolean addAll(int index, Collection<? extends E> other) {
        synchronized (mutex) {
            return list.addAll(index, other);
        }
    }

    public void replaceAll(UnaryOperator<E> operator) {
        synchronized (mutex) {
            list.replaceAll(operator);
        }
    }

    public void sort(Comparator<? super E> order) {
        synchronized (mutex) {
            list.sort(order);
        }
    }

    public ListIterator<E> listIterator() {
        return list.listIterator();
    }

    public ListIterator<E> listIterator(int index) {
        return list.listIterator(index);
    }

    public List<E> subList(int from, int to) {
        synchronized (mutex) {
            return new SynchronizedList<E>(list.subList(from, to), mutex);
        }
    }
}
