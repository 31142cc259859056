package java.util;

import java.util.function.Consumer;

/** A hash map that is iterated in the order of insertion, or of the last access. */
public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    private LinkedNode<K, V> head;
    private LinkedNode<K, V> tail;
    private final boolean byAccess;

    /** An entry in the chain of all entries. */
    private static class LinkedNode<K, V> extends HashMap.Node<K, V> {
        LinkedNode<K, V> before;
        LinkedNode<K, V> after;

        LinkedNode(int hash, K key, V value, HashMap.Node<K, V> next) {
            super(hash, key, value, next);
        }
    }

    public LinkedHashMap() {
        byAccess = false;
    }

    public LinkedHashMap(int capacity) {
        super(capacity);
        byAccess = false;
    }

    public LinkedHashMap(int capacity, float load) {
        super(capacity, load);
        byAccess = false;
    }

    public LinkedHashMap(int capacity, float load, boolean byAccess) {
        super(capacity, load);
        this.byAccess = byAccess;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> other) {
        byAccess = false;
        putAll(other);
    }

    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }

    private void append(LinkedNode<K, V> node) {
        node.before = tail;
        node.after = null;
        if (tail == null) {
            head = node;
        } else {
            tail.after = node;
        }
        tail = node;
    }

    private void unlink(LinkedNode<K, V> node) {
        if (node.before == null) {
            head = node.after;
        } else {
            node.before.after = node.after;
        }
        if (node.after == null) {
            tail = node.before;
        } else {
            node.after.before = node.before;
        }
        node.before = null;
        node.after = null;
    }

    HashMap.Node<K, V> newNode(int hash, K key, V value, HashMap.Node<K, V> next) {
        LinkedNode<K, V> node = new LinkedNode<K, V>(hash, key, value, next);
        append(node);
        return node;
    }

    void afterAccess(HashMap.Node<K, V> node) {
        if (byAccess && tail != node) {
            unlink((LinkedNode<K, V>) node);
            append((LinkedNode<K, V>) node);
            stamp = null;
        }
    }

    void afterInsertion() {
        if (head != null && removeEldestEntry(head)) {
            removeNode(head.key);
        }
    }

    void afterRemoval(HashMap.Node<K, V> node) {
        unlink((LinkedNode<K, V>) node);
    }

    HashMap.Node<K, V> firstNode() {
        return head;
    }

    HashMap.Node<K, V> following(HashMap.Node<K, V> node) {
        return ((LinkedNode<K, V>) node).after;
    }

    void walk(Consumer<HashMap.Node<K, V>> action) {
        for (LinkedNode<K, V> node = head; node != null; node = node.after) {
            action.accept(node);
        }
    }

    public V get(Object key) {
        HashMap.Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        afterAccess(node);
        return node.value;
    }

    public V getOrDefault(Object key, V otherwise) {
        HashMap.Node<K, V> node = find(key);
        if (node == null) {
            return otherwise;
        }
        afterAccess(node);
        return node.value;
    }

    public void clear() {
        super.clear();
        head = null;
        tail = null;
    }

    public Object clone() {
        LinkedHashMap<K, V> copy = new LinkedHashMap<K, V>(16, 0.75f, byAccess);
        copy.putAll(this);
        return copy;
    }
}
