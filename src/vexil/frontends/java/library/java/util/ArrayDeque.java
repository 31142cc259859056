package java.util;

import java.util.function.Consumer;

/**
 * A queue with two ends that contains no null.
 *
 * <p>It is kept in linked nodes, so that queues with the same contents are the same state. While an element in the
 * middle is removed during an iteration, other than by the iterator, the JDK's iterators may skip an element where
 * these do not.
 */
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable {
    private Node<E> first;
    private Node<E> last;
    private int size;

    /** A node of the queue; its item is null when it is no longer in the queue. */
    private static class Node<E> {
        E item;
        Node<E> previous;
        Node<E> next;
    }

    public ArrayDeque() {
    }

    public ArrayDeque(int capacity) {
    }

    public ArrayDeque(Collection<? extends E> other) {
        addAll(other);
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void addFirst(E element) {
        Node<E> node = node(element);
        node.next = first;
        if (first == null) {
            last = node;
        } else {
            first.previous = node;
        }
        first = node;
        size++;
    }

    public void addLast(E element) {
        Node<E> node = node(element);
        node.previous = last;
        if (last == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
        size++;
    }

    private static <E> Node<E> node(E element) {
        Node<E> node = new Node<E>();
        node.item = Objects.requireNonNull(element);
        return node;
    }

    private E unlink(Node<E> node) {
        if (node.previous == null) {
            first = node.next;
        } else {
            node.previous.next = node.next;
        }
        if (node.next == null) {
            last = node.previous;
        } else {
            node.next.previous = node.previous;
        }
        size--;
        E item = node.item;
        node.item = null;
        return item;
    }

    public E pollFirst() {
        return first == null ? null : unlink(first);
    }

    public E pollLast() {
        return last == null ? null : unlink(last);
    }

    public E peekFirst() {
        return first == null ? null : first.item;
    }

    public E peekLast() {
        return last == null ? null : last.item;
    }

    private static <T> T present(T element) {
        if (element == null) {
            throw new NoSuchElementException();
        }
        return element;
    }

    public E removeFirst() {
        return present(pollFirst());
    }

    public E removeLast() {
        return present(pollLast());
    }

    public E getFirst() {
        return present(peekFirst());
    }

    public E getLast() {
        return present(peekLast());
    }

    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    public boolean add(E element) {
        addLast(element);
        return true;
    }

    public boolean offer(E element) {
        addLast(element);
        return true;
    }

    public void push(E element) {
        addFirst(element);
    }

    public E pop() {
        return removeFirst();
    }

    public E remove() {
        return removeFirst();
    }

    public E poll() {
        return pollFirst();
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public boolean remove(Object object) {
        return removeFirstOccurrence(object);
    }

    public boolean removeFirstOccurrence(Object object) {
        for (Node<E> node = first; node != null; node = node.next) {
            if (object != null && object.equals(node.item)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    public boolean removeLastOccurrence(Object object) {
        for (Node<E> node = last; node != null; node = node.previous) {
            if (object != null && object.equals(node.item)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    public boolean contains(Object object) {
        for (Node<E> node = first; node != null; node = node.next) {
            if (object != null && object.equals(node.item)) {
                return true;
            }
        }
        return false;
    }

    public void clear() {
        while (first != null) {
            unlink(first);
        }
    }

    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            action.accept(each.next());
        }
    }

    public Object clone() {
        return new ArrayDeque<E>(this);
    }

    public Iterator<E> iterator() {
        return new NodeIterator(first, false);
    }

    public Iterator<E> descendingIterator() {
        return new NodeIterator(last, true);
    }

    /** A walk over as many elements as there were at its start. */
    private class NodeIterator implements Iterator<E> {
        private final boolean backwards;
        private Node<E> next;
        private Node<E> returned;
        private int remaining = size;

        NodeIterator(Node<E> start, boolean backwards) {
            this.next = start;
            this.backwards = backwards;
        }

        public boolean hasNext() {
            return remaining > 0;
        }

        public E next() {
            if (remaining <= 0) {
                throw new NoSuchElementException();
            }
            if (next == null || next.item == null) {
                throw new ConcurrentModificationException();
            }
            returned = next;
            next = backwards ? next.previous : next.next;
            remaining--;
            return returned.item;
        }

        public void remove() {
            if (returned == null) {
                throw new IllegalStateException();
            }
            if (returned.item != null) {
                unlink(returned);
            }
            returned = null;
        }
    }
}
