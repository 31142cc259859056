package java.util;

import java.util.function.Consumer;

/** A list of linked nodes that is also a queue with two ends. */
public class LinkedList<E> extends AbstractList<E> implements List<E>, Deque<E>, Cloneable {
    private Node<E> first;
    private Node<E> last;
    private int size;

    /** A node of a list. */
    private static class Node<E> {
        E item;
        Node<E> previous;
        Node<E> next;
    }

    public LinkedList() {
    }

    public LinkedList(Collection<? extends E> other) {
        addAll(other);
    }

    private void link(Node<E> previous, E item, Node<E> next) {
        Node<E> node = new Node<E>();
        node.item = item;
        node.previous = previous;
        node.next = next;
        if (previous == null) {
            first = node;
        } else {
            previous.next = node;
        }
        if (next == null) {
            last = node;
        } else {
            next.previous = node;
        }
        size++;
        stamp = null;
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
        stamp = null;
        E item = node.item;
        node.item = null;
        node.previous = null;
        node.next = null;
        return item;
    }

    private Node<E> node(int index) {
        Node<E> node = first;
        for (int before = 0; before < index; before++) {
            node = node.next;
        }
        return node;
    }

    private void checkElement(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
    }

    public int size() {
        return size;
    }

    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    public int indexOf(Object object) {
        int index = 0;
        for (Node<E> node = first; node != null; node = node.next) {
            if (object == null ? node.item == null : object.equals(node.item)) {
                return index;
            }
            index++;
        }
        return -1;
    }

    public int lastIndexOf(Object object) {
        int index = size;
        for (Node<E> node = last; node != null; node = node.previous) {
            index--;
            if (object == null ? node.item == null : object.equals(node.item)) {
                return index;
            }
        }
        return -1;
    }

    public E get(int index) {
        checkElement(index);
        return node(index).item;
    }

    public E set(int index, E element) {
        checkElement(index);
        Node<E> node = node(index);
        E old = node.item;
        node.item = element;
        return old;
    }

    public boolean add(E element) {
        link(last, element, null);
        return true;
    }

    public void add(int index, E element) {
        checkPosition(index);
        if (index == size) {
            link(last, element, null);
        } else {
            Node<E> next = node(index);
            link(next.previous, element, next);
        }
    }

    public E remove(int index) {
        checkElement(index);
        return unlink(node(index));
    }

    public boolean remove(Object object) {
        return removeFirstOccurrence(object);
    }

    public boolean addAll(Collection<? extends E> other) {
        return addAll(size, other);
    }

    public boolean addAll(int index, Collection<? extends E> other) {
        checkPosition(index);
        Object[] more = other.toArray();
        Node<E> next = index == size ? null : node(index);
        for (int position = 0; position < more.length; position++) {
            link(next == null ? last : next.previous, (E) more[position], next);
        }
        return more.length != 0;
    }

    public void clear() {
        while (first != null) {
            unlink(first);
        }
        stamp = null;
    }

    public void addFirst(E element) {
        link(null, element, first);
    }

    public void addLast(E element) {
        link(last, element, null);
    }

    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    public boolean offer(E element) {
        return add(element);
    }

    public void push(E element) {
        addFirst(element);
    }

    public E getFirst() {
        if (first == null) {
            throw new NoSuchElementException();
        }
        return first.item;
    }

    public E getLast() {
        if (last == null) {
            throw new NoSuchElementException();
        }
        return last.item;
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public E peekFirst() {
        return first == null ? null : first.item;
    }

    public E peekLast() {
        return last == null ? null : last.item;
    }

    public E removeFirst() {
        if (first == null) {
            throw new NoSuchElementException();
        }
        return unlink(first);
    }

    public E removeLast() {
        if (last == null) {
            throw new NoSuchElementException();
        }
        return unlink(last);
    }

    public E remove() {
        return removeFirst();
    }

    public E pop() {
        return removeFirst();
    }

    public E poll() {
        return pollFirst();
    }

    public E pollFirst() {
        return first == null ? null : unlink(first);
    }

    public E pollLast() {
        return last == null ? null : unlink(last);
    }

    public boolean removeFirstOccurrence(Object object) {
        for (Node<E> node = first; node != null; node = node.next) {
            if (object == null ? node.item == null : object.equals(node.item)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    public boolean removeLastOccurrence(Object object) {
        for (Node<E> node = last; node != null; node = node.previous) {
            if (object == null ? node.item == null : object.equals(node.item)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    public Object clone() {
        return new LinkedList<E>(this);
    }

    public Iterator<E> iterator() {
        return listIterator(0);
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index);
        return new NodeIterator(index);
    }

    public Iterator<E> descendingIterator() {
        ListIterator<E> each = listIterator(size);
        return new Iterator<E>() {
            public boolean hasNext() {
                return each.hasPrevious();
            }

            public E next() {
                return each.previous();
            }

            public void remove() {
                each.remove();
            }
        };
    }

    /** An iterator that stands between two nodes. */
    private class NodeIterator implements ListIterator<E> {
        private Node<E> returned;
        private Node<E> next;
        private int index;
        private Object expected;

        NodeIterator(int index) {
            this.next = index == size ? null : node(index);
            this.index = index;
            this.expected = stamp();
        }

        private void check() {
            if (stamp != expected) {
                throw new ConcurrentModificationException();
            }
        }

        public boolean hasNext() {
            return index < size;
        }

        public E next() {
            check();
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            returned = next;
            next = next.next;
            index++;
            return returned.item;
        }

        public boolean hasPrevious() {
            return index > 0;
        }

        public E previous() {
            check();
            if (!hasPrevious()) {
                throw new NoSuchElementException();
            }
            next = next == null ? last : next.previous;
            returned = next;
            index--;
            return returned.item;
        }

        public int nextIndex() {
            return index;
        }

        public int previousIndex() {
            return index - 1;
        }

        public void remove() {
            check();
            if (returned == null) {
                throw new IllegalStateException();
            }
            Node<E> after = returned.next;
            unlink(returned);
            if (next == returned) {
                next = after;
            } else {
                index--;
            }
            returned = null;
            expected = stamp();
        }

        public void set(E element) {
            if (returned == null) {
                throw new IllegalStateException();
            }
            check();
            returned.item = element;
        }

        public void add(E element) {
            check();
            returned = null;
            link(next == null ? last : next.previous, element, next);
            index++;
            expected = stamp();
        }

        public void forEachRemaining(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            while (stamp == expected && index < size) {
                returned = next;
                next = next.next;
                index++;
                action.accept(returned.item);
            }
            check();
        }
    }
}
