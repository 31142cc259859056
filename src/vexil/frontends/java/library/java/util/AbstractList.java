package java.util;

import vexil.Atomic;

/** The operations of lists that follow from get, size, set, add and remove at an index. */
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    /** The name of the present contents, null until an iterator asks for it and after each change of the structure. */
    volatile Object stamp;

    protected AbstractList() {
    }

    public abstract E get(int index);

    public boolean add(E element) {
        add(size(), element);
        return true;
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

    public int indexOf(Object object) {
        ListIterator<E> each = listIterator();
        while (each.hasNext()) {
            E element = each.next();
            if (object == null ? element == null : object.equals(element)) {
                return each.previousIndex();
            }
        }
        return -1;
    }

    public int lastIndexOf(Object object) {
        ListIterator<E> each = listIterator(size());
        while (each.hasPrevious()) {
            E element = each.previous();
            if (object == null ? element == null : object.equals(element)) {
                return each.nextIndex();
            }
        }
        return -1;
    }

    public void clear() {
        removeRange(0, size());
    }

    protected void removeRange(int from, int to) {
        ListIterator<E> each = listIterator(from);
        for (int index = from; index < to; index++) {
            each.next();
            each.remove();
        }
    }

    public boolean addAll(int index, Collection<? extends E> other) {
        checkPosition(index);
        int position = index;
        for (E element : other) {
            add(position++, element);
        }
        return position != index;
    }

    void checkPosition(int index) {
        if (index < 0 || index > size()) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size());
        }
    }

    /** The index at which iterators end, asked without a check for changes. */
    int end() {
        return size();
    }

    /** What iterators throw when there is no element at the index. */
    NoSuchElementException missing(int index) {
        try {
            get(index);
            return new NoSuchElementException();
        } catch (IndexOutOfBoundsException exception) {
            return new NoSuchElementException(exception);
        }
    }

    public Iterator<E> iterator() {
        return new Cursor(0);
    }

    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index);
        return new Cursor(index);
    }

    public List<E> subList(int from, int to) {
        return new SubList<E>(this, from, to);
    }

    /** Name the present contents for iterators; unlike a count of changes, it keeps the number of states finite. */
    Object stamp() {
        Atomic.begin();
        if (stamp == null) {
            stamp = new Object();
        }
        Object present = stamp;
        Atomic.end();
        return present;
    }

    public boolean equals(Object object) {
        if (object == this) {
            return true;
        }
        if (!(object instanceof List)) {
            return false;
        }
        Iterator<E> mine = iterator();
        Iterator<?> theirs = ((List<?>) object).iterator();
        while (mine.hasNext() && theirs.hasNext()) {
            if (!Objects.equals(mine.next(), theirs.next())) {
                return false;
            }
        }
        return !mine.hasNext() && !theirs.hasNext();
    }

    public int hashCode() {
        int hash = 1;
        for (E element : this) {
            hash = 31 * hash + (element == null ? 0 : element.hashCode());
        }
        return hash;
    }

    /** An iterator by index, for lists of any kind. */
    private class Cursor implements ListIterator<E> {
        private int next;
        private int last = -1;
        private Object expected;

        Cursor(int index) {
            next = index;
            expected = stamp();
        }

        private void check() {
            if (stamp != expected) {
                throw new ConcurrentModificationException();
            }
        }

        public boolean hasNext() {
            return next != end();
        }

        public E next() {
            check();
            if (next >= size()) {
                throw missing(next);
            }
            E element = get(next);
            last = next++;
            return element;
        }

        public boolean hasPrevious() {
            return next != 0;
        }

        public E previous() {
            check();
            if (next <= 0) {
                throw missing(next - 1);
            }
            E element = get(next - 1);
            last = --next;
            return element;
        }

        public int nextIndex() {
            return next;
        }

        public int previousIndex() {
            return next - 1;
        }

        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            check();
            AbstractList.this.remove(last);
            if (last < next) {
                next--;
            }
            last = -1;
            expected = stamp();
        }

        public void set(E element) {
            if (last < 0) {
                throw new IllegalStateException();
            }
            check();
            AbstractList.this.set(last, element);
        }

        public void add(E element) {
            check();
            AbstractList.this.add(next++, element);
            last = -1;
            expected = stamp();
        }
    }
}
