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
import vexil.Atomic;
import vexil.Locks;
import vexil.Threads;

/**
 * A hash map without nulls for many threads, with the table sizes and the iteration order of the JDK.
 *
 * <p>As in the JDK the first node of a bin is the lock of changes in the bin, the first node of an empty bin is set in
 * one step, and a function that computes the value of an empty bin's first key has a reservation there. The table
 * grows in one step when nobody changes a bin. Bins of eight and more keys in a table of 64 and more stay lists, which
 * may change the order of iteration inside of the bin.
 */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
    /** The hash of a node that reserves an empty bin. */
    private static final int RESERVED = -1;

    private volatile Node<K, V>[] table;
    private volatile int size;
    /** The length of the table to come, while there is none; 0 for the usual one. */
    private final int length;
    /** The thread that waits for a bin to make the table grow. */
    private Thread growing;

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

    /** The table, which is made when it is first used. */
    private Node<K, V>[] bins() {
        if (table == null) {
            makeTable(length == 0 ? 16 : length);
        }
        return table;
    }

    private void makeTable(int wanted) {
        Node<K, V>[] made = (Node<K, V>[]) new Node[wanted];
        Atomic.begin();
        if (table == null) {
            table = made;
        }
        Atomic.end();
    }

    /** Set the first node of an empty bin of the present table: whether it was one. */
    private boolean setFirst(Node<K, V>[] bins, int index, Node<K, V> node) {
        Atomic.begin();
        boolean done = bins == table && bins[index] == null;
        if (done) {
            bins[index] = node;
        }
        Atomic.end();
        return done;
    }

    /** Whether a node is still the first of its bin; the bin of a locked first node stays in its table. */
    private boolean isFirst(Node<K, V>[] bins, int index, Node<K, V> first) {
        return bins == table && bins[index] == first;
    }

    /**
     * Double the table when no other thread changes a bin; a thread that does moves its own, unless it is reserved.
     *
     * <p>False, and nothing happens, while another thread does it.
     */
    private boolean grow(int from) {
        Node<K, V> busy;
        do {
            Atomic.begin();
            boolean other = growing != null && growing != Thread.currentThread();
            busy = other || table.length != from ? null : locked();
            growing = other ? growing : busy == null ? null : Thread.currentThread();
            if (busy == null && !other && table.length == from) {
                table = doubled(table);
            }
            Atomic.end();
            if (other) {
                return false;
            }
            if (busy != null) {
                waitFor(busy);
            }
        } while (busy != null);
        return true;
    }

    /** The first node of a bin that cannot be moved now. */
    private Node<K, V> locked() {
        for (int index = 0; index < table.length; index++) {
            Node<K, V> first = table[index];
            if (first != null && Locks.locked(first) && (first.hash == RESERVED || !Threads.holds(first))) {
                return first;
            }
        }
        return null;
    }

    private void waitFor(Node<K, V> busy) {
        if (Threads.holds(busy)) {
            growing = null;
            refuseReserved(busy);
        }
        synchronized (busy) {
        }
    }

    private void resize(int wanted) {
        if (table == null) {
            makeTable(wanted);
        }
        while (table.length < wanted && grow(table.length)) {
        }
    }

    private void makeRoom(int more) {
        int wanted = tableLength(more + (more >>> 1) + 1);
        if (table == null) {
            resize(Math.max(length, wanted));
        }
        while (wanted > limit() && grow(table.length)) {
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

    /** Count one more or one less, and grow when it is too many. */
    private void count(int more) {
        Atomic.begin();
        size += more;
        Atomic.end();
        while (more > 0 && size >= limit() && grow(table.length)) {
        }
    }

    /** Grow when so many nodes of a bin were passed, in finding a key or not. */
    private void growIfLong(int count) {
        if (count >= 8 && table.length < 64) {
            makeRoom(2 * table.length);
        }
    }

    /** The size at which the table grows. */
    private int limit() {
        return table.length - (table.length >>> 2);
    }

    private static void refuseReserved(Node<?, ?> first) {
        if (first.hash == RESERVED) {
            throw new IllegalStateException("Recursive update");
        }
    }

    /** Take a node out of its bin, whose first node is locked. */
    private static <K, V> void unlink(Node<K, V>[] bins, int index, Node<K, V> before, Node<K, V> node) {
        if (before == null) {
            bins[index] = node.next;
        } else {
            before.next = node.next;
        }
    }

    /** Which keys an operation is about. */
    private static final int ALL = 0;
    private static final int ABSENT = 1;
    private static final int PRESENT = 2;

    /**
     * Change the value of a key with its bin locked; gives the new value, null if there is none.
     *
     * <p>With ABSENT a present value stays; with PRESENT nothing happens where there is none. A function that may run
     * for long or come back to the map reserves an empty bin.
     */
    private V change(K key, int which, boolean reserves, BiFunction<? super K, ? super V, ? extends V> function) {
        int hash = hash(key);
        while (true) {
            Node<K, V>[] bins = bins();
            int index = hash & (bins.length - 1);
            Node<K, V> first = bins[index];
            if (first == null) {
                if (which == PRESENT) {
                    return null;
                }
                Node<K, V> node = reserves
                    ? new Node<K, V>(RESERVED, null, null, null)
                    : new Node<K, V>(hash, key, function.apply(key, null), null);
                if (!reserves) {
                    if (setFirst(bins, index, node)) {
                        count(1);
                        return node.value;
                    }
                    continue;
                }
                V made = null;
                boolean done;
                synchronized (node) {
                    done = setFirst(bins, index, node);
                    if (done) {
                        Node<K, V> added = null;
                        try {
                            made = function.apply(key, null);
                            added = made == null ? null : new Node<K, V>(hash, key, made, null);
                        } finally {
                            bins[index] = added;
                        }
                    }
                }
                if (done) {
                    if (made != null) {
                        count(1);
                    }
                    return made;
                }
                continue;
            }
            if (which == ABSENT && matches(first, hash, key)) {
                return first.value;
            }
            V result = null;
            int more = 0;
            int passed = 0;
            synchronized (first) {
                if (!isFirst(bins, index, first)) {
                    continue;
                }
                refuseReserved(first);
                Node<K, V> before = null;
                Node<K, V> node = first;
                while (node != null && !matches(node, hash, key)) {
                    before = node;
                    node = node.next;
                    passed++;
                }
                if (node != null) {
                    passed++;
                    result = which == ABSENT ? node.value : function.apply(key, node.value);
                    if (result != null) {
                        node.value = result;
                    } else {
                        unlink(bins, index, before, node);
                        more = -1;
                    }
                } else if (which != PRESENT) {
                    result = function.apply(key, null);
                    if (result != null) {
                        if (before.next != null) {
                            throw new IllegalStateException("Recursive update");
                        }
                        before.next = new Node<K, V>(hash, key, result, null);
                        more = 1;
                    }
                }
            }
            if (which != PRESENT) {
                growIfLong(passed);
            }
            if (more != 0) {
                count(more);
            }
            return result;
        }
    }

    /** Remove or replace a value, one that equals the expected one unless that is null: the old one, or null. */
    private V exchange(Object key, V after, Object expected) {
        int hash = hash(key);
        while (true) {
            Node<K, V>[] bins = table;
            int index = bins == null ? 0 : hash & (bins.length - 1);
            Node<K, V> first = bins == null ? null : bins[index];
            if (first == null) {
                return null;
            }
            V old = null;
            boolean removed = false;
            synchronized (first) {
                if (!isFirst(bins, index, first)) {
                    continue;
                }
                refuseReserved(first);
                Node<K, V> before = null;
                Node<K, V> node = first;
                while (node != null && !matches(node, hash, key)) {
                    before = node;
                    node = node.next;
                }
                if (node != null && (expected == null || expected.equals(node.value))) {
                    old = node.value;
                    if (after != null) {
                        node.value = after;
                    } else {
                        unlink(bins, index, before, node);
                        removed = true;
                    }
                }
            }
            if (removed) {
                count(-1);
            }
            return old;
        }
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
        return put(key, value, false);
    }

    public V putIfAbsent(K key, V value) {
        return put(key, value, true);
    }

    private V put(K key, V value, boolean onlyAbsent) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        int hash = hash(key);
        while (true) {
            Node<K, V>[] bins = bins();
            int index = hash & (bins.length - 1);
            Node<K, V> first = bins[index];
            if (first == null) {
                if (setFirst(bins, index, new Node<K, V>(hash, key, value, null))) {
                    count(1);
                    return null;
                }
                continue;
            }
            if (onlyAbsent && matches(first, hash, key)) {
                return first.value;
            }
            V old = null;
            int passed = 0;
            synchronized (first) {
                if (!isFirst(bins, index, first)) {
                    continue;
                }
                refuseReserved(first);
                Node<K, V> before = null;
                Node<K, V> node = first;
                while (node != null && !matches(node, hash, key)) {
                    before = node;
                    node = node.next;
                    passed++;
                }
                if (node == null) {
                    before.next = new Node<K, V>(hash, key, value, null);
                } else {
                    passed++;
                    old = node.value;
                    if (!onlyAbsent) {
                        node.value = value;
                    }
                }
            }
            growIfLong(passed);
            if (old == null) {
                count(1);
            }
            return old;
        }
    }

    public void putAll(Map<? extends K, ? extends V> other) {
        makeRoom(other.size());
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    public V remove(Object key) {
        return exchange(key, null, null);
    }

    public boolean remove(Object key, Object value) {
        Objects.requireNonNull(key);
        return value != null && exchange(key, null, value) != null;
    }

    public V replace(K key, V value) {
        Objects.requireNonNull(key);
        return exchange(key, Objects.requireNonNull(value), null);
    }

    public boolean replace(K key, V before, V after) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(before);
        return exchange(key, Objects.requireNonNull(after), before) != null;
    }

    public void clear() {
        int removed = 0;
        Node<K, V>[] bins = table;
        int index = 0;
        while (bins != null && index < bins.length) {
            Node<K, V> first = bins[index];
            if (first == null) {
                index++;
                continue;
            }
            synchronized (first) {
                if (isFirst(bins, index, first)) {
                    for (Node<K, V> node = first.hash == RESERVED ? null : first; node != null; node = node.next) {
                        removed--;
                    }
                    bins[index] = null;
                    index++;
                }
            }
            if (bins != table) {
                bins = table;
                index = 0;
            }
        }
        if (removed != 0) {
            count(removed);
        }
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(function);
        return change(key, ABSENT, true, (absent, none) -> function.apply(key));
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(function);
        return change(key, PRESENT, false, function);
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(function);
        return change(key, ALL, true, function);
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        Objects.requireNonNull(function);
        return change(key, ALL, false, (same, old) -> old == null ? value : function.apply(old, value));
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
            V old = node.value;
            while (old != null && !replace(node.key, old, Objects.requireNonNull(function.apply(node.key, old)))) {
                old = get(node.key);
            }
        }
    }

    public static <T> Set<T> newKeySet() {
        return java.util.Collections.newSetFromMap(new ConcurrentHashMap<T, Boolean>());
    }

    public Set<K> keySet() {
        return new AbstractSet<K>() {
            public int size() {
                return size;
            }

            public boolean contains(Object key) {
                return containsKey(key);
            }

            public boolean remove(Object key) {
                return ConcurrentHashMap.this.remove(key) != null;
            }

            public void clear() {
                ConcurrentHashMap.this.clear();
            }

            public Iterator<K> iterator() {
                Iterator<Map.Entry<K, V>> entries = entrySet().iterator();
                return new Iterator<K>() {
                    public boolean hasNext() {
                        return entries.hasNext();
                    }

                    public K next() {
                        return entries.next().getKey();
                    }

                    public void remove() {
                        entries.remove();
                    }
                };
            }
        };
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
                if (node != null && node.hash == RESERVED) {
                    node = null;
                }
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
