package java.util;

import java.util.function.UnaryOperator;

/** A view of a list that refuses changes. */
class UnmodifiableList<E> extends UnmodifiableCollection<E> implements List<E> {
    private final List<E> list;

    UnmodifiableList(List<E> list) {
        super(list);
        this.list = list;
    }

    public boolean equals(Object object) {
        return object == this || list.equals(object);
    }

    public int hashCode() {
        return list.hashCode();
    }

    public E get(int index) {
        return list.get(index);
    }

    public int indexOf(Object object) {
        return list.indexOf(object);
    }

    public int lastIndexOf(Object object) {
        return list.lastIndexOf(object);
    }

    public List<E> subList(int from, int to) {
        return new UnmodifiableList<E>(list.subList(from, to));
    }

    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    public ListIterator<E> listIterator(int index) {
        return readOnly(list.listIterator(index));
    }

    static <E> ListIterator<E> readOnly(ListIterator<E> each) {
        return new ListIterator<E>() {
            public boolean hasNext() {
                return each.hasNext();
            }

            public E next() {
                return each.next();
            }

            public boolean hasPrevious() {
                return each.hasPrevious();
            }

            public E previous() {
                return each.previous();
            }

            public int nextIndex() {
                return each.nextIndex();
            }

            public int previousIndex() {
                return each.previousIndex();
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
        };
    }

    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    public boolean addAll(int index, Collection<? extends E> other) {
        throw new UnsupportedOperationException();
    }

    public void replaceAll(UnaryOperator<E> operator) {
        throw new UnsupportedOperationException();
    }

    public void sort(Comparator<? super E> order) {
        throw new UnsupportedOperationException();
    }
}
