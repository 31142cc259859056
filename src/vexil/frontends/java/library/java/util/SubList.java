package java.util;

/** A view of a part of a list. */
class SubList<E> extends AbstractList<E> {
    private final AbstractList<E> list;
    private final int offset;
    private int size;
    private Object expected;

    SubList(AbstractList<E> list, int from, int to) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex = " + from);
        }
        if (to > list.size()) {
            throw new IndexOutOfBoundsException("toIndex = " + to);
        }
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        this.list = list;
        this.offset = from;
        this.size = to - from;
        this.expected = list.stamp();
    }

    private void check() {
        if (list.stamp != expected) {
            throw new ConcurrentModificationException();
        }
        if (list instanceof SubList) {
            ((SubList<E>) list).check();
        }
    }

    NoSuchElementException missing(int index) {
        return new NoSuchElementException();
    }

    int end() {
        return size;
    }

    private void changed(int difference) {
        size += difference;
        expected = list.stamp();
        stamp = null;
    }

    void checkPosition(int index) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
    }

    public int size() {
        check();
        return size;
    }

    public E get(int index) {
        Objects.checkIndex(index, size);
        check();
        return list.get(offset + index);
    }

    public E set(int index, E element) {
        Objects.checkIndex(index, size);
        check();
        return list.set(offset + index, element);
    }

    public void add(int index, E element) {
        checkPosition(index);
        check();
        list.add(offset + index, element);
        changed(1);
    }

    public E remove(int index) {
        Objects.checkIndex(index, size);
        check();
        E removed = list.remove(offset + index);
        changed(-1);
        return removed;
    }

    protected void removeRange(int from, int to) {
        check();
        list.removeRange(offset + from, offset + to);
        changed(from - to);
    }

    public boolean addAll(Collection<? extends E> other) {
        return addAll(size, other);
    }

    public boolean addAll(int index, Collection<? extends E> other) {
        checkPosition(index);
        int more = other.size();
        if (more == 0) {
            return false;
        }
        check();
        list.addAll(offset + index, other);
        changed(more);
        return true;
    }

    public Iterator<E> iterator() {
        return listIterator(0);
    }

    public ListIterator<E> listIterator(int index) {
        check();
        checkPosition(index);
        return super.listIterator(index);
    }
}
