package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import vexil.Atomic;

/** A queue of at most so many elements; every operation is one atomic step. */
abstract class AtomicQueue<E> extends AbstractQueue<E> {
    final int capacity;
    private Node<E> first;
    private Node<E> last;
    private int size;

    /** A node of the queue; its item is null when it is no longer in the queue. */
    static class Node<E> {
        private volatile E item;
        private volatile Node<E> next;

        Node(E item) {
            this.item = Objects.requireNonNull(item);
        }
    }

    AtomicQueue(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        this.capacity = capacity;
    }

    // --- all of these are called in atomic sections ------------------------------------------------------

    /** What happens when there is one element more. */
    void added() {
    }

    /** What happens when there is one element less. */
    void removed() {
    }

    final boolean tryPut(Node<E> node) {
        if (size == capacity) {
            return false;
        }
        if (first == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
        size++;
        added();
        return true;
    }

    final E tryTake() {
        if (first == null) {
            return null;
        }
        Node<E> node = first;
        E item = node.item;
        unlink(null, node);
        node.next = node;
        return item;
    }

    private void unlink(Node<E> before, Node<E> node) {
        if (before == null) {
            first = node.next;
        } else {
            before.next = node.next;
        }
        if (node.next == null) {
            last = before;
        }
        node.item = null;
        size--;
        removed();
    }

    // --- the operations ----------------------------------------------------------------------------------

    public boolean offer(E element) {
        Node<E> node = new Node<E>(element);
        Atomic.begin();
        boolean done = tryPut(node);
        Atomic.end();
        return done;
    }

    public E poll() {
        Atomic.begin();
        E item = tryTake();
        Atomic.end();
        return item;
    }

    public E peek() {
        Atomic.begin();
        E item = first == null ? null : first.item;
        Atomic.end();
        return item;
    }

    public int size() {
        return size;
    }

    public boolean contains(Object object) {
        Iterator<E> each = iterator();
        while (object != null && each.hasNext()) {
            if (object.equals(each.next())) {
                return true;
            }
        }
        return false;
    }

    public boolean remove(Object object) {
        NodeIterator each = new NodeIterator();
        while (object != null && each.hasNext()) {
            if (object.equals(each.next()) && each.takeOut()) {
                return true;
            }
        }
        return false;
    }

    public void clear() {
        while (poll() != null) {
        }
    }

    public Iterator<E> iterator() {
        return new NodeIterator();
    }

    /** A walk that sees changes behind it no more, and changes before it. */
    private class NodeIterator implements Iterator<E> {
        private Node<E> next;
        private E item;
        private Node<E> returned;

        NodeIterator() {
            Atomic.begin();
            stop(first);
            Atomic.end();
        }

        /** Stop at a node, or if it was taken out meanwhile, at the first after it that is still there. */
        private void stop(Node<E> start) {
            next = start;
            while (next != null && next.item == null) {
                next = after(next);
            }
            item = next == null ? null : next.item;
        }

        /** The node after another one; what was taken from the head points to itself. */
        private Node<E> after(Node<E> node) {
            return node.next == node ? first : node.next;
        }

        public boolean hasNext() {
            return next != null;
        }

        public E next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            E given = item;
            Atomic.begin();
            returned = next;
            stop(after(next));
            Atomic.end();
            return given;
        }

        public void remove() {
            if (returned == null) {
                throw new IllegalStateException();
            }
            takeOut();
        }

        /** Take out the node that was returned last: false if another thread did it before. */
        boolean takeOut() {
            Atomic.begin();
            Node<E> before = null;
            Node<E> node = first;
            while (node != null && node != returned) {
                before = node;
                node = node.next;
            }
            if (node != null) {
                unlink(before, node);
            }
            Atomic.end();
            returned = null;
            return node != null;
        }
    }
}
