package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import vexil.Atomic;

/** A queue that gives its least element first, kept in a binary heap of the same shape as the JDK's. */
public class PriorityQueue<E> extends AbstractQueue<E> {
    private Object[] heap;
    private int size;
    private final Comparator<? super E> order;
    /** The name of the present contents, null until an iterator asks for it and after each change of the structure. */
    private volatile Object stamp;

    public PriorityQueue() {
        this(11, null);
    }

    public PriorityQueue(int capacity) {
        this(capacity, null);
    }

    public PriorityQueue(Comparator<? super E> order) {
        this(11, order);
    }

    public PriorityQueue(int capacity, Comparator<? super E> order) {
        if (capacity < 1) {
            throw new IllegalArgumentException();
        }
        this.heap = new Object[capacity];
        this.order = order;
    }

    public PriorityQueue(Collection<? extends E> other) {
        if (other instanceof SortedSet) {
            order = ((SortedSet<E>) other).comparator();
        } else if (other instanceof PriorityQueue) {
            order = ((PriorityQueue<E>) other).order;
        } else {
            order = null;
        }
        heap = other.toArray();
        size = heap.length;
        for (int index = 0; index < size; index++) {
            Objects.requireNonNull(heap[index]);
        }
        heapify();
        if (size == 0) {
            heap = new Object[1];
        }
    }

    private void heapify() {
        for (int index = (size >>> 1) - 1; index >= 0; index--) {
            siftDown(index, heap[index]);
        }
    }

    private int compare(Object first, Object second) {
        return order == null ? ((Comparable<Object>) first).compareTo(second) : order.compare((E) first, (E) second);
    }

    private void siftUp(int start, Object element) {
        int index = start;
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (compare(element, heap[parent]) >= 0) {
                break;
            }
            heap[index] = heap[parent];
            index = parent;
        }
        heap[index] = element;
    }

    private void siftDown(int start, Object element) {
        int index = start;
        while (index < size >>> 1) {
            int child = 2 * index + 1;
            if (child + 1 < size && compare(heap[child], heap[child + 1]) > 0) {
                child++;
            }
            if (compare(element, heap[child]) <= 0) {
                break;
            }
            heap[index] = heap[child];
            index = child;
        }
        heap[index] = element;
    }

    public int size() {
        return size;
    }

    public Comparator<? super E> comparator() {
        return order;
    }

    public boolean add(E element) {
        return offer(element);
    }

    public boolean offer(E element) {
        if (element == null) {
            throw new NullPointerException();
        }
        stamp = null;
        if (size >= heap.length) {
            Object[] larger = new Object[2 * size + 2];
            System.arraycopy(heap, 0, larger, 0, size);
            heap = larger;
        }
        if (size == 0) {
            compare(element, element);
        }
        siftUp(size, element);
        size++;
        return true;
    }

    public E peek() {
        return (E) heap[0];
    }

    public E poll() {
        if (size == 0) {
            return null;
        }
        stamp = null;
        E result = (E) heap[0];
        size--;
        Object moved = heap[size];
        heap[size] = null;
        if (size > 0) {
            siftDown(0, moved);
        }
        return result;
    }

    private int indexOf(Object object) {
        if (object != null) {
            for (int index = 0; index < size; index++) {
                if (object.equals(heap[index])) {
                    return index;
                }
            }
        }
        return -1;
    }

    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    public boolean remove(Object object) {
        int index = indexOf(object);
        if (index < 0) {
            return false;
        }
        removeAt(index);
        return true;
    }

    /** Remove the element at the index; give the last element if it went to a place before the index, else null. */
    private Object removeAt(int index) {
        stamp = null;
        size--;
        Object moved = heap[size];
        heap[size] = null;
        if (size == index) {
            return null;
        }
        siftDown(index, moved);
        if (heap[index] == moved) {
            siftUp(index, moved);
            if (heap[index] != moved) {
                return moved;
            }
        }
        return null;
    }

    public void clear() {
        stamp = null;
        for (int index = 0; index < size; index++) {
            heap[index] = null;
        }
        size = 0;
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
        Object expected = stamp();
        int end = size;
        Object[] kept = new Object[heap.length];
        int count = 0;
        for (int index = 0; index < end; index++) {
            if (!filter.test((E) heap[index])) {
                kept[count++] = heap[index];
            }
        }
        check(expected);
        if (count == end) {
            return false;
        }
        stamp = null;
        heap = kept;
        size = count;
        heapify();
        return true;
    }

    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object expected = stamp();
        int end = size;
        for (int index = 0; index < end; index++) {
            action.accept((E) heap[index]);
        }
        check(expected);
    }

    private void check(Object expected) {
        if (stamp != expected) {
            throw new ConcurrentModificationException();
        }
    }

    public Object[] toArray() {
        Object[] array = new Object[size];
        System.arraycopy(heap, 0, array, 0, size);
        return array;
    }

    private Object stamp() {
        Atomic.begin();
        if (stamp == null) {
            stamp = new Object();
        }
        Object present = stamp;
        Atomic.end();
        return present;
    }

    public Iterator<E> iterator() {
        return new HeapIterator();
    }

    /** A walk over the heap, then over the elements that its own removals moved to places already passed. */
    private class HeapIterator implements Iterator<E> {
        private int next;
        private int returned = -1;
        private ArrayDeque<Object> moved;
        private Object returnedMoved;
        private Object expected = stamp();

        public boolean hasNext() {
            return next < size || moved != null && !moved.isEmpty();
        }

        public E next() {
            check(expected);
            if (next < size) {
                returned = next++;
                return (E) heap[returned];
            }
            if (moved != null) {
                returned = -1;
                returnedMoved = moved.poll();
                if (returnedMoved != null) {
                    return (E) returnedMoved;
                }
            }
            throw new NoSuchElementException();
        }

        public void remove() {
            check(expected);
            if (returned != -1) {
                Object displaced = removeAt(returned);
                returned = -1;
                if (displaced == null) {
                    next--;
                } else {
                    if (moved == null) {
                        moved = new ArrayDeque<Object>();
                    }
                    moved.add(displaced);
                }
            } else if (returnedMoved != null) {
                removeSame(returnedMoved);
                returnedMoved = null;
            } else {
                throw new IllegalStateException();
            }
            expected = stamp();
        }
    }

    private void removeSame(Object element) {
        for (int index = 0; index < size; index++) {
            if (heap[index] == element) {
                removeAt(index);
                return;
            }
        }
    }
}
