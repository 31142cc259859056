package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import vexil.Atomic;

/**
 * A map in a hash table of linked bins, with the table sizes and the iteration order of the JDK.
 *
 * <p>Bins of nine and more colliding keys in a table of 64 and more stay lists, where the JDK makes trees of them,
 * which may change the order of iteration inside of the bin.
 */
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable {
    private static final int LONG_BIN = 8;
    private static final int SMALL_TABLE = 64;
    private static final int LARGEST_TABLE = 1 << 30;

    private Node<K, V>[] table;
    private int size;
    /** The size at which the table grows; before there is a table, its first length, 0 for the usual one. */
    private int threshold;
    /** The load factor if it is not the usual 0.75. */
    private Load load;
    /** The name of the present contents, null until an iterator asks for it and after each change of the structure. */
    volatile Object stamp;

    /** What follows from a load factor. A class of its own, so that programs without one have no floating-point numbers. */
    private abstract static class Load {
        /** The size at which a table of a length grows. */
        abstract int limit(int length);

        /** The length of a table, before it is rounded, for so many entries. */
        abstract int capacity(int entries);
    }

    private static final class Factor extends Load {
        private final float factor;

        Factor(float factor) {
            this.factor = factor;
        }

        int limit(int length) {
            return (int) (length * factor);
        }

        int capacity(int entries) {
            return (int) (entries / factor + 1.0f);
        }
    }

    /** An entry of the table. */
    static class Node<K, V> extends AbstractMap.AbstractEntry<K, V> {
        final int hash;
        final K key;
        V value;
        Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            this.hash = hash;
            this.key = key;
            this.value = value;
            this.next = next;
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

    public HashMap() {
    }

    public HashMap(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        }
        threshold = tableLength(capacity);
    }

    public HashMap(int capacity, float load) {
        this(capacity);
        if (!(load > 0)) {
            throw new IllegalArgumentException("Illegal load factor: " + load);
        }
        if (load != 0.75f) {
            this.load = new Factor(load);
        }
    }

    public HashMap(Map<? extends K, ? extends V> other) {
        putAll(other);
    }

    // --- the table ---------------------------------------------------------------------------------------

    static int hash(Object key) {
        if (key == null) {
            return 0;
        }
        int hash = key.hashCode();
        return hash ^ hash >>> 16;
    }

    private static int tableLength(int capacity) {
        int length = 1;
        while (length < capacity && length < LARGEST_TABLE) {
            length <<= 1;
        }
        return length;
    }

    private int limit(int length) {
        return load == null ? length * 3 / 4 : load.limit(length);
    }

    private void grow() {
        if (table == null && threshold == 0) {
            threshold = limit(16);
            table = (Node<K, V>[]) new Node[16];
            return;
        }
        if (table == null) {
            int length = threshold;
            threshold = limit(length);
            table = (Node<K, V>[]) new Node[length];
            return;
        }
        int length = table.length;
        if (length >= LARGEST_TABLE) {
            threshold = Integer.MAX_VALUE;
            return;
        }
        threshold = length >= 16 ? threshold * 2 : limit(2 * length);
        Node<K, V>[] larger = (Node<K, V>[]) new Node[2 * length];
        for (int index = 0; index < length; index++) {
            Node<K, V> lowLast = null;
            Node<K, V> highLast = null;
            Node<K, V> node = table[index];
            table[index] = null;
            while (node != null) {
                Node<K, V> next = node.next;
                node.next = null;
                if ((node.hash & length) == 0) {
                    if (lowLast == null) {
                        larger[index] = node;
                    } else {
                        lowLast.next = node;
                    }
                    lowLast = node;
                } else {
                    if (highLast == null) {
                        larger[index + length] = node;
                    } else {
                        highLast.next = node;
                    }
                    highLast = node;
                }
                node = next;
            }
        }
        table = larger;
    }

    private void growIfBinIsLong(int count) {
        if (count >= LONG_BIN - 1 && table.length < SMALL_TABLE) {
            grow();
        }
    }

    private static boolean matches(Node<?, ?> node, int hash, Object key) {
        return node.hash == hash && (node.key == key || key != null && key.equals(node.key));
    }

    final Node<K, V> find(Object key) {
        int hash = hash(key);
        if (table == null) {
            return null;
        }
        Node<K, V> node = table[hash & (table.length - 1)];
        while (node != null && !matches(node, hash, key)) {
            node = node.next;
        }
        return node;
    }

    private V putValue(K key, V value, boolean onlyIfAbsent) {
        int hash = hash(key);
        if (table == null) {
            grow();
        }
        int index = hash & (table.length - 1);
        Node<K, V> last = null;
        int count = -1;
        for (Node<K, V> node = table[index]; node != null; node = node.next) {
            if (matches(node, hash, key)) {
                V old = node.value;
                if (!onlyIfAbsent || old == null) {
                    node.value = value;
                }
                afterAccess(node);
                return old;
            }
            last = node;
            count++;
        }
        if (last == null) {
            table[index] = newNode(hash, key, value, null);
        } else {
            last.next = newNode(hash, key, value, null);
            growIfBinIsLong(count);
        }
        stamp = null;
        size++;
        if (size > threshold) {
            grow();
        }
        afterInsertion();
        return null;
    }

    private void growBeforeInsertion() {
        if (table == null || size > threshold) {
            grow();
        }
    }

    /** Insert at the head of the bin, as the compute operations of the JDK do. */
    private void insertFirst(K key, V value) {
        int hash = hash(key);
        int index = hash & (table.length - 1);
        int count = 0;
        for (Node<K, V> node = table[index]; node != null; node = node.next) {
            count++;
        }
        table[index] = newNode(hash, key, value, table[index]);
        growIfBinIsLong(count);
        stamp = null;
        size++;
        afterInsertion();
    }

    final Node<K, V> removeNode(Object key) {
        int hash = hash(key);
        if (table == null) {
            return null;
        }
        int index = hash & (table.length - 1);
        Node<K, V> previous = null;
        Node<K, V> node = table[index];
        while (node != null && !matches(node, hash, key)) {
            previous = node;
            node = node.next;
        }
        if (node == null) {
            return null;
        }
        if (previous == null) {
            table[index] = node.next;
        } else {
            previous.next = node.next;
        }
        stamp = null;
        size--;
        afterRemoval(node);
        return node;
    }

    // --- what LinkedHashMap does otherwise ---------------------------------------------------------------

    Node<K, V> newNode(int hash, K key, V value, Node<K, V> next) {
        return new Node<K, V>(hash, key, value, next);
    }

    void afterAccess(Node<K, V> node) {
    }

    void afterInsertion() {
    }

    void afterRemoval(Node<K, V> node) {
    }

    Node<K, V> firstNode() {
        return table == null ? null : firstFrom(0);
    }

    Node<K, V> following(Node<K, V> node) {
        return node.next != null ? node.next : firstFrom((node.hash & (table.length - 1)) + 1);
    }

    private Node<K, V> firstFrom(int start) {
        for (int index = start; index < table.length; index++) {
            if (table[index] != null) {
                return table[index];
            }
        }
        return null;
    }

    void walk(Consumer<Node<K, V>> action) {
        Node<K, V>[] bins = table;
        if (bins != null) {
            for (int index = 0; index < bins.length; index++) {
                for (Node<K, V> node = bins[index]; node != null; node = node.next) {
                    action.accept(node);
                }
            }
        }
    }

    // --- the operations of maps --------------------------------------------------------------------------

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    public V getOrDefault(Object key, V otherwise) {
        Node<K, V> node = find(key);
        return node == null ? otherwise : node.value;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        for (Node<K, V> node = firstNode(); node != null; node = following(node)) {
            if (node.value == value || value != null && value.equals(node.value)) {
                return true;
            }
        }
        return false;
    }

    public V put(K key, V value) {
        return putValue(key, value, false);
    }

    public V putIfAbsent(K key, V value) {
        return putValue(key, value, true);
    }

    public void putAll(Map<? extends K, ? extends V> other) {
        int more = other.size();
        if (more == 0) {
            return;
        }
        if (table == null) {
            int capacity = load == null ? more + more / 3 + 1 : load.capacity(more);
            if (capacity > threshold) {
                threshold = tableLength(capacity);
            }
        } else {
            while (more > threshold && table.length < LARGEST_TABLE) {
                grow();
            }
        }
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            putValue(entry.getKey(), entry.getValue(), false);
        }
    }

    public V remove(Object key) {
        Node<K, V> node = removeNode(key);
        return node == null ? null : node.value;
    }

    public boolean remove(Object key, Object value) {
        Node<K, V> node = find(key);
        if (node == null || !(node.value == value || value != null && value.equals(node.value))) {
            return false;
        }
        removeNode(key);
        return true;
    }

    public boolean replace(K key, V before, V after) {
        Node<K, V> node = find(key);
        if (node == null || !(node.value == before || node.value != null && node.value.equals(before))) {
            return false;
        }
        node.value = after;
        afterAccess(node);
        return true;
    }

    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        V old = node.value;
        node.value = value;
        afterAccess(node);
        return old;
    }

    public void clear() {
        stamp = null;
        size = 0;
        if (table != null) {
            for (int index = 0; index < table.length; index++) {
                table[index] = null;
            }
        }
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        growBeforeInsertion();
        Node<K, V> node = find(key);
        if (node != null && node.value != null) {
            afterAccess(node);
            return node.value;
        }
        Object expected = stamp();
        V made = function.apply(key);
        check(expected);
        if (made == null) {
            return null;
        }
        if (node != null) {
            node.value = made;
            afterAccess(node);
        } else {
            insertFirst(key, made);
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
        if (made != null) {
            node.value = made;
            afterAccess(node);
        } else {
            removeNode(key);
        }
        return made;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        growBeforeInsertion();
        Node<K, V> node = find(key);
        Object expected = stamp();
        V made = function.apply(key, node == null ? null : node.value);
        check(expected);
        store(node, key, made);
        return made;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(value);
        Objects.requireNonNull(function);
        growBeforeInsertion();
        Node<K, V> node = find(key);
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
                insertFirst(key, value);
            }
        } else if (value == null) {
            removeNode(key);
        } else {
            node.value = value;
            afterAccess(node);
        }
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        Object expected = stamp();
        walk(node -> action.accept(node.key, node.value));
        check(expected);
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Object expected = stamp();
        walk(node -> node.value = function.apply(node.key, node.value));
        check(expected);
    }

    public Object clone() {
        HashMap<K, V> copy = new HashMap<K, V>();
        copy.load = load;
        copy.putAll(this);
        return copy;
    }

    // --- views and iterators -----------------------------------------------------------------------------

    /** Name the present contents for iterators; unlike a count of changes, it keeps the number of states finite. */
    final Object stamp() {
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

    public Set<K> keySet() {
        return new KeySet();
    }

    public Collection<V> values() {
        return new Values();
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new EntrySet();
    }

    /** A walk over the nodes that fails when the map changes otherwise. */
    private class NodeWalk {
        private Node<K, V> next = firstNode();
        private Node<K, V> current;
        private Object expected = stamp();

        public boolean hasNext() {
            return next != null;
        }

        Node<K, V> nextNode() {
            check(expected);
            if (next == null) {
                throw new NoSuchElementException();
            }
            current = next;
            next = following(current);
            return current;
        }

        public void remove() {
            if (current == null) {
                throw new IllegalStateException();
            }
            check(expected);
            removeNode(current.key);
            current = null;
            expected = stamp();
        }
    }

    private class KeyIterator extends NodeWalk implements Iterator<K> {
        public K next() {
            return nextNode().key;
        }
    }

    private class ValueIterator extends NodeWalk implements Iterator<V> {
        public V next() {
            return nextNode().value;
        }
    }

    private class EntryIterator extends NodeWalk implements Iterator<Map.Entry<K, V>> {
        public Map.Entry<K, V> next() {
            return nextNode();
        }
    }

    /** The keys as a set that writes through. */
    private class KeySet extends AbstractSet<K> {
        public int size() {
            return size;
        }

        public Iterator<K> iterator() {
            return new KeyIterator();
        }

        public boolean contains(Object key) {
            return containsKey(key);
        }

        public boolean remove(Object key) {
            return removeNode(key) != null;
        }

        public void clear() {
            HashMap.this.clear();
        }

        public void forEach(Consumer<? super K> action) {
            Objects.requireNonNull(action);
            HashMap.this.forEach((key, value) -> action.accept(key));
        }
    }

    /** The values as a collection that writes through. */
    private class Values extends AbstractCollection<V> {
        public int size() {
            return size;
        }

        public Iterator<V> iterator() {
            return new ValueIterator();
        }

        public boolean contains(Object value) {
            return containsValue(value);
        }

        public void clear() {
            HashMap.this.clear();
        }

        public void forEach(Consumer<? super V> action) {
            Objects.requireNonNull(action);
            HashMap.this.forEach((key, value) -> action.accept(value));
        }
    }

    /** The entries as a set that writes through. */
    private class EntrySet extends AbstractSet<Map.Entry<K, V>> {
        public int size() {
            return size;
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new EntryIterator();
        }

        public boolean contains(Object object) {
            if (!(object instanceof Map.Entry)) {
                return false;
            }
            Node<K, V> node = find(((Map.Entry<?, ?>) object).getKey());
            return node != null && node.equals(object);
        }

        public boolean remove(Object object) {
            if (!(object instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) object;
            return HashMap.this.remove(entry.getKey(), entry.getValue());
        }

        public void clear() {
            HashMap.this.clear();
        }

        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            Objects.requireNonNull(action);
            Object expected = stamp();
            walk(node -> action.accept(node));
            check(expected);
        }
    }
}
