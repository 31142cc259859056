package java.util.concurrent;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A hash map without nulls for many threads, with the table sizes and the iteration order of the JDK.
 *
 * <p>Changes exclude each other, where in the JDK only those in one bin do; reading does not wait. Bins of eight and
 * more keys in a table of 64 and more stay lists, which may change the order of iteration inside of the bin.
 */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
    private final Object lock = new Object();
    private volatile Node<K, V>[] table;
    private volatile int size;
    /** The length of the table to come, while there is none; 0 for the usual one. */
    private final int length;
    /** Whether a function given to a compute operation runs. */
    private boolean computing;

    /** An entry of the table. */
    private static class Node<K, V> {
        final int hash;
        final K key;
        volatile V value;
        volatile Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            this.hash = hash;
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    public ConcurrentHashMap() {
        length = 0;
    }

    public ConcurrentHashMap(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
        length = tableLength((long) (1.0 + capacity / 0.75f));
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> other) {
        length = 16;
        putAll(other);
    }

    // --- the table ---------------------------------------------------------------------------------------

    private static int tableLength(long capacity) {
        int length = 1;
        while (length < capacity && length < 1 << 30) {
            length <<= 1;
        }
        return length;
    }

    private static int hash(Object key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & 0x7FFFFFFF;
    }

    private static boolean matches(Node<?, ?> node, int hash, Object key) {
        return node.hash == hash && (node.key == key || key.equals(node.key));
    }

    private Node<K, V> find(Object key) {
        int hash = hash(key);
        Node<K, V>[] bins = table;
        Node<K, V> node = bins == null ? null : bins[hash & (bins.length - 1)];
        while (node != null && !matches(node, hash, key)) {
            node = node.next;
        }
        return node;
    }

    private void resize(int wanted) {
        if (table == null) {
            table = (Node<K, V>[]) new Node[wanted];
        }
        while (table.length < wanted) {
            table = doubled(table);
        }
    }

    private void makeRoom(int more) {
        int wanted = tableLength(more + (more >>> 1) + 1);
        if (table == null) {
            resize(Math.max(length, wanted));
        }
        while (wanted > limit()) {
            resize(2 * table.length);
        }
    }

    private static <K, V> Node<K, V>[] doubled(Node<K, V>[] bins) {
        Node<K, V>[] larger = (Node<K, V>[]) new Node[2 * bins.length];
        for (int index = 0; index < bins.length; index++) {
            split(bins, index, larger);
        }
        return larger;
    }

    /** Copy a bin into two, as the JDK does: the last run stays as it is, the others come before it, turned around. */
    private static <K, V> void split(Node<K, V>[] bins, int index, Node<K, V>[] larger) {
        Node<K, V> run = bins[index];
        if (run == null) {
            return;
        }
        int bit = bins.length;
        for (Node<K, V> node = run.next; node != null; node = node.next) {
            if ((node.hash & bit) != (run.hash & bit)) {
                run = node;
            }
        }
        larger[index + (run.hash & bit)] = run;
        for (Node<K, V> node = bins[index]; node != run; node = node.next) {
            int place = index + (node.hash & bit);
            larger[place] = new Node<K, V>(node.hash, node.key, node.value, larger[place]);
        }
    }

    private void insert(K key, V value) {
        int hash = hash(key);
        if (table == null) {
            resize(length == 0 ? 16 : length);
        }
        int index = hash & (table.length - 1);
        Node<K, V> added = new Node<K, V>(hash, key, value, null);
        int count = 0;
        Node<K, V> last = null;
        for (Node<K, V> node = table[index]; node != null; node = node.next) {
            last = node;
            count++;
        }
        if (last == null) {
            table[index] = added;
        } else {
            last.next = added;
        }
        growIfLong(count);
        size++;
        while (size >= limit()) {
            resize(2 * table.length);
        }
    }

    /** Grow when so many nodes of a bin were passed, in finding a key or not. */
    private void growIfLong(int count) {
        if (count >= 8 && table.length < 64) {
            makeRoom(2 * table.length);
        }
    }

    /** How many nodes are passed until the key is found. */
    private int distance(Object key) {
        int hash = hash(key);
        int count = 0;
        if (table != null) {
            Node<K, V> node = table[hash & (table.length - 1)];
            while (node != null) {
                count++;
                node = matches(node, hash, key) ? null : node.next;
            }
        }
        return count;
    }

    /** The size at which the table grows. */
    private int limit() {
        return table.length - (table.length >>> 2);
    }

    private V unlink(Object key) {
        int hash = hash(key);
        int index = hash & (table.length - 1);
        Node<K, V> before = null;
        Node<K, V> node = table[index];
        while (!matches(node, hash, key)) {
            before = node;
            node = node.next;
        }
        if (before == null) {
            table[index] = node.next;
        } else {
            before.next = node.next;
        }
        size--;
        return node.value;
    }

    // --- the operations of maps --------------------------------------------------------------------------

    public int size() {
        return size;
    }

    public long mappingCount() {
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
        V value = get(key);
        return value == null ? otherwise : value;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        return super.containsValue(Objects.requireNonNull(value));
    }

    public boolean contains(Object value) {
        return containsValue(value);
    }

    public V put(K key, V value) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        synchronized (lock) {
            checkFree();
            return store(find(key), key, value);
        }
    }

    private V store(Node<K, V> node, K key, V value) {
        if (node == null) {
            insert(key, value);
            return null;
        }
        V old = node.value;
        node.value = value;
        growIfLong(distance(key));
        return old;
    }

    public V putIfAbsent(K key, V value) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        synchronized (lock) {
            checkFree();
            Node<K, V> node = find(key);
            if (node == null) {
                return store(null, key, value);
            }
            growIfLong(distance(key));
            return node.value;
        }
    }

    public void putAll(Map<? extends K, ? extends V> other) {
        synchronized (lock) {
            makeRoom(other.size());
        }
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    public V remove(Object key) {
        Objects.requireNonNull(key);
        synchronized (lock) {
            checkFree();
            return find(key) == null ? null : unlink(key);
        }
    }

    public boolean remove(Object key, Object value) {
        Objects.requireNonNull(key);
        synchronized (lock) {
            checkFree();
            Node<K, V> node = find(key);
            if (value == null || node == null || !value.equals(node.value)) {
                return false;
            }
            unlink(key);
            return true;
        }
    }

    public V replace(K key, V value) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        synchronized (lock) {
            checkFree();
            Node<K, V> node = find(key);
            if (node == null) {
                return null;
            }
            V old = node.value;
            node.value = value;
            return old;
        }
    }

    public boolean replace(K key, V before, V after) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(before);
        Objects.requireNonNull(after);
        synchronized (lock) {
            checkFree();
            Node<K, V> node = find(key);
            if (node == null || !before.equals(node.value)) {
                return false;
            }
            node.value = after;
            return true;
        }
    }

    public void clear() {
        synchronized (lock) {
            checkFree();
            if (table != null) {
                for (int index = 0; index < table.length; index++) {
                    table[index] = null;
                }
            }
            size = 0;
        }
    }

    /** A function that changes the map it computes for is refused; in the JDK only if it comes to the same bin. */
    private void checkFree() {
        if (computing) {
            throw new IllegalStateException("Recursive update");
        }
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(function);
        synchronized (lock) {
            checkFree();
            Node<K, V> node = find(key);
            if (node == null) {
                return computed(null, key, (absent, none) -> function.apply(key));
            }
            growIfLong(distance(key));
            return node.value;
        }
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(function);
        synchronized (lock) {
            checkFree();
            Node<K, V> node = find(key);
            return node == null ? null : computed(node, key, function);
        }
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(function);
        synchronized (lock) {
            checkFree();
            return computed(find(key), key, function);
        }
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        Objects.requireNonNull(function);
        synchronized (lock) {
            checkFree();
            return computed(find(key), key, (same, old) -> old == null ? value : function.apply(old, value));
        }
    }

    private V computed(Node<K, V> node, K key, BiFunction<? super K, ? super V, ? extends V> function) {
        V made;
        computing = true;
        try {
            made = function.apply(key, node == null ? null : node.value);
        } finally {
            computing = false;
        }
        int count = distance(key);
        if (made != null) {
            store(node, key, made);
        } else {
            if (node != null) {
                unlink(key);
            }
            growIfLong(count);
        }
        return made;
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        Walk walk = new Walk();
        for (Node<K, V> node = walk.advance(); node != null; node = walk.advance()) {
            action.accept(node.key, node.value);
        }
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Walk walk = new Walk();
        for (Node<K, V> node = walk.advance(); node != null; node = walk.advance()) {
            replace(node.key, Objects.requireNonNull(function.apply(node.key, node.value)));
        }
    }

    public static <T> Set<T> newKeySet() {
        return java.util.Collections.newSetFromMap(new ConcurrentHashMap<T, Boolean>());
    }

    // --- entries -----------------------------------------------------------------------------------------

    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            public int size() {
                return size;
            }

            public Iterator<Map.Entry<K, V>> iterator() {
                return new EntryIterator();
            }

            public boolean contains(Object object) {
                return object instanceof Map.Entry
                    && Objects.equals(get(((Map.Entry<?, ?>) object).getKey()), ((Map.Entry<?, ?>) object).getValue());
            }

            public boolean remove(Object object) {
                return object instanceof Map.Entry
                    && ConcurrentHashMap.this.remove(
                        ((Map.Entry<?, ?>) object).getKey(), ((Map.Entry<?, ?>) object).getValue());
            }

            public void clear() {
                ConcurrentHashMap.this.clear();
            }
        };
    }

    /** A walk that sees changes before it: bin by bin of the table at its start, wherever their keys are now. */
    private class Walk {
        private final int bins = table == null ? 0 : table.length;
        private int bin = -1;
        private int index;
        /** The table when the walk came to the bin. */
        private Node<K, V>[] present = table;
        private Node<K, V> node;

        /** The next node, null at the end. */
        Node<K, V> advance() {
            if (node != null) {
                node = node.next;
            }
            while (node == null && bin < bins) {
                index += bins;
                if (bin < 0 || index >= present.length) {
                    bin++;
                    index = bin;
                    present = table;
                }
                node = bin < bins ? present[index] : null;
            }
            return node;
        }
    }

    /** An iterator that is one node ahead. */
    private class EntryIterator implements Iterator<Map.Entry<K, V>> {
        private final Walk walk = new Walk();
        private Node<K, V> next = walk.advance();
        private Node<K, V> returned;

        public boolean hasNext() {
            return next != null;
        }

        public Map.Entry<K, V> next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            returned = next;
            V value = next.value;
            next = walk.advance();
            return new Through(returned.key, value);
        }

        public void remove() {
            if (returned == null) {
                throw new IllegalStateException();
            }
            ConcurrentHashMap.this.remove(returned.key);
            returned = null;
        }
    }

    /** An entry that writes through. */
    private class Through extends AbstractMap.SimpleEntry<K, V> {
        Through(K key, V value) {
            super(key, value);
        }

        public V setValue(V value) {
            Objects.requireNonNull(value);
            put(getKey(), value);
            return super.setValue(value);
        }
    }
}
