package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import vexil.Atomic;

/** A map in the order of its keys, kept in a sorted list, so that maps with the same contents are the same state. */
public class TreeMap<K, V> extends SortedView<K, V> implements NavigableMap<K, V>, Cloneable {
    private final Comparator<? super K> order;
    private Node<K, V> first;
    private Node<K, V> last;
    private int size;
    /** The name of the present contents, null until an iterator asks for it and after each change of the structure. */
    volatile Object stamp;

    /** An entry between its neighbours. */
    static class Node<K, V> extends AbstractMap.AbstractEntry<K, V> {
        final K key;
        V value;
        Node<K, V> before;
        Node<K, V> after;

        Node(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }
    }

    public TreeMap() {
        order = null;
    }

    public TreeMap(Comparator<? super K> order) {
        this.order = order;
    }

    public TreeMap(Map<? extends K, ? extends V> other) {
        order = null;
        putAll(other);
    }

    public TreeMap(SortedMap<K, ? extends V> other) {
        order = other.comparator();
        putAll(other);
    }

    // --- the list ----------------------------------------------------------------------------------------

    int compare(Object one, Object other) {
        return order == null ? ((Comparable<Object>) one).compareTo(other) : order.compare((K) one, (K) other);
    }

    Node<K, V> find(Object key) {
        if (order == null) {
            Objects.requireNonNull(key);
        }
        Node<K, V> node = atLeast((K) key, false);
        return node != null && compare(key, node.key) == 0 ? node : null;
    }

    private void insert(K key, V value) {
        compare(key, key);
        Node<K, V> node = new Node<K, V>(key, value);
        node.after = atLeast(key, true);
        node.before = node.after == null ? last : node.after.before;
        if (node.before == null) {
            first = node;
        } else {
            node.before.after = node;
        }
        if (node.after == null) {
            last = node;
        } else {
            node.after.before = node;
        }
        size++;
        stamp = null;
    }

    void unlink(Node<K, V> node) {
        if (node.before == null) {
            first = node.after;
        } else {
            node.before.after = node.after;
        }
        if (node.after == null) {
            last = node.before;
        } else {
            node.after.before = node.before;
        }
        size--;
        stamp = null;
    }

    TreeMap<K, V> whole() {
        return this;
    }

    Node<K, V> first() {
        return first;
    }

    Node<K, V> last() {
        return last;
    }

    Node<K, V> following(Node<K, V> node) {
        return node.after;
    }

    Node<K, V> preceding(Node<K, V> node) {
        return node.before;
    }

    Node<K, V> atLeast(K key, boolean strictly) {
        Node<K, V> node = first;
        while (node != null) {
            int result = compare(key, node.key);
            if (result < 0 || result == 0 && !strictly) {
                return node;
            }
            node = node.after;
        }
        return null;
    }

    Node<K, V> atMost(K key, boolean strictly) {
        Node<K, V> node = last;
        while (node != null) {
            int result = compare(key, node.key);
            if (result > 0 || result == 0 && !strictly) {
                return node;
            }
            node = node.before;
        }
        return null;
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

    private void check(Object expected) {
        if (stamp != expected) {
            throw new ConcurrentModificationException();
        }
    }

    // --- the operations of maps --------------------------------------------------------------------------

    public Comparator<? super K> comparator() {
        return order;
    }

    public int size() {
        return size;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        for (Node<K, V> node = first; node != null; node = node.after) {
            if (Objects.equals(value, node.value)) {
                return true;
            }
        }
        return false;
    }

    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    public V put(K key, V value) {
        Node<K, V> node = find(key);
        if (node == null) {
            insert(key, value);
            return null;
        }
        return node.setValue(value);
    }

    public V putIfAbsent(K key, V value) {
        Node<K, V> node = find(key);
        if (node == null) {
            insert(key, value);
            return null;
        }
        if (node.value == null) {
            node.value = value;
            return null;
        }
        return node.value;
    }

    public V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        unlink(node);
        return node.value;
    }

    public void clear() {
        first = null;
        last = null;
        size = 0;
        stamp = null;
    }

    public boolean replace(K key, V before, V after) {
        Node<K, V> node = find(key);
        if (node == null || !Objects.equals(before, node.value)) {
            return false;
        }
        node.value = after;
        return true;
    }

    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        return node == null ? null : node.setValue(value);
    }

    /** Find an entry; in an empty map the key is looked at only when it is inserted. */
    private Node<K, V> findToCompute(K key) {
        return size == 0 ? null : find(key);
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        Node<K, V> node = findToCompute(key);
        if (node != null && node.value != null) {
            return node.value;
        }
        Object expected = stamp();
        V made = function.apply(key);
        check(expected);
        if (made != null) {
            store(node, key, made);
        }
        return made;
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Node<K, V> node = find(key);
        if (node == null || node.value == null) {
            return null;
        }
        Object expected = stamp();
        V made = function.apply(key, node.value);
        check(expected);
        store(node, key, made);
        return made;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Node<K, V> node = findToCompute(key);
        Object expected = stamp();
        V made = function.apply(key, node == null ? null : node.value);
        check(expected);
        store(node, key, made);
        return made;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Objects.requireNonNull(value);
        Node<K, V> node = findToCompute(key);
        V made = value;
        if (node != null && node.value != null) {
            Object expected = stamp();
            made = function.apply(node.value, value);
            check(expected);
        }
        store(node, key, made);
        return made;
    }

    private void store(Node<K, V> node, K key, V value) {
        if (node == null) {
            if (value != null) {
                insert(key, value);
            }
        } else if (value == null) {
            unlink(node);
        } else {
            node.value = value;
        }
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        Object expected = stamp();
        for (Node<K, V> node = first; node != null; node = node.after) {
            action.accept(node.key, node.value);
            check(expected);
        }
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Object expected = stamp();
        for (Node<K, V> node = first; node != null; node = node.after) {
            node.value = function.apply(node.key, node.value);
            check(expected);
        }
    }

    public NavigableMap<K, V> descendingMap() {
        return new SortedRange<K, V>(this, null, false, null, false, true);
    }

    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        if (compare(from, to) > 0) {
            throw new IllegalArgumentException("fromKey > toKey");
        }
        return new SortedRange<K, V>(
            this, new SortedRange.Bound<K>(from), fromInclusive, new SortedRange.Bound<K>(to), toInclusive, false);
    }

    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        compare(to, to);
        return new SortedRange<K, V>(this, null, false, new SortedRange.Bound<K>(to), inclusive, false);
    }

    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        compare(from, from);
        return new SortedRange<K, V>(this, new SortedRange.Bound<K>(from), inclusive, null, false, false);
    }

    public Object clone() {
        return new TreeMap<K, V>((SortedMap<K, V>) this);
    }
}
