package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import vexil.Approximations;
import vexil.Atomic;

/** The old hash map without nulls, whose operations hold its lock, with the iteration order of the JDK. */
public class Hashtable<K, V> extends Dictionary<K, V> implements Map<K, V> {
    private Entry<K, V>[] table;
    private int count;
    /** The name of the present contents, null until an iterator asks for it and after each change of the structure. */
    private volatile Object stamp;

    /** An entry of the table. */
    private static class Entry<K, V> extends AbstractMap.AbstractEntry<K, V> {
        final int hash;
        final K key;
        V value;
        Entry<K, V> next;

        Entry(int hash, K key, V value, Entry<K, V> next) {
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
            if (value == null) {
                throw new NullPointerException();
            }
            V old = this.value;
            this.value = value;
            return old;
        }
    }

    public Hashtable() {
        this(11);
    }

    public Hashtable(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        table = (Entry<K, V>[]) new Entry[Math.max(capacity, 1)];
    }

    public Hashtable(int capacity, float load) {
        this(capacity);
        if (!(load > 0)) {
            throw new IllegalArgumentException("Illegal Load: " + load);
        }
        if (load != 0.75f) {
            throw Approximations.unmodelled("Hashtable with a load factor other than 0.75");
        }
    }

    public Hashtable(Map<? extends K, ? extends V> other) {
        this(Math.max(2 * other.size(), 11));
        putAll(other);
    }

    // --- the table ---------------------------------------------------------------------------------------

    private int place(int hash) {
        return (hash & 0x7FFFFFFF) % table.length;
    }

    private Entry<K, V> find(Object key) {
        int hash = key.hashCode();
        Entry<K, V> entry = table[place(hash)];
        while (entry != null && !(entry.hash == hash && entry.key.equals(key))) {
            entry = entry.next;
        }
        return entry;
    }

    private void insert(K key, V value) {
        if (count >= table.length * 3 / 4) {
            rehash();
        }
        int hash = key.hashCode();
        int index = place(hash);
        table[index] = new Entry<K, V>(hash, key, value, table[index]);
        count++;
        stamp = null;
    }

    protected void rehash() {
        Entry<K, V>[] old = table;
        table = (Entry<K, V>[]) new Entry[2 * old.length + 1];
        stamp = null;
        for (int index = old.length - 1; index >= 0; index--) {
            Entry<K, V> entry = old[index];
            while (entry != null) {
                Entry<K, V> next = entry.next;
                int place = place(entry.hash);
                entry.next = table[place];
                table[place] = entry;
                entry = next;
            }
        }
    }

    private void unlink(Entry<K, V> entry) {
        int index = place(entry.hash);
        if (table[index] == entry) {
            table[index] = entry.next;
        } else {
            Entry<K, V> previous = table[index];
            while (previous.next != entry) {
                previous = previous.next;
            }
            previous.next = entry.next;
        }
        count--;
        stamp = null;
    }

    // --- the operations of maps --------------------------------------------------------------------------

    public synchronized int size() {
        return count;
    }

    public synchronized boolean isEmpty() {
        return count == 0;
    }

    public synchronized V get(Object key) {
        Entry<K, V> entry = find(key);
        return entry == null ? null : entry.value;
    }

    public synchronized boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        return contains(value);
    }

    public synchronized boolean contains(Object value) {
        if (value == null) {
            throw new NullPointerException();
        }
        for (int index = table.length - 1; index >= 0; index--) {
            for (Entry<K, V> entry = table[index]; entry != null; entry = entry.next) {
                if (entry.value.equals(value)) {
                    return true;
                }
            }
        }
        return false;
    }

    public synchronized V put(K key, V value) {
        if (value == null) {
            throw new NullPointerException();
        }
        Entry<K, V> entry = find(key);
        if (entry != null) {
            return entry.setValue(value);
        }
        insert(key, value);
        return null;
    }

    public synchronized V remove(Object key) {
        Entry<K, V> entry = find(key);
        if (entry == null) {
            return null;
        }
        unlink(entry);
        return entry.value;
    }

    public synchronized void putAll(Map<? extends K, ? extends V> other) {
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    public synchronized void clear() {
        for (int index = 0; index < table.length; index++) {
            table[index] = null;
        }
        count = 0;
        stamp = null;
    }

    public synchronized V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value == null ? otherwise : value;
    }

    public synchronized V putIfAbsent(K key, V value) {
        Objects.requireNonNull(value);
        V old = get(key);
        return old == null ? put(key, value) : old;
    }

    public synchronized boolean remove(Object key, Object value) {
        Objects.requireNonNull(value);
        return Map.super.remove(key, value);
    }

    public synchronized boolean replace(K key, V before, V after) {
        Objects.requireNonNull(before);
        Objects.requireNonNull(after);
        return Map.super.replace(key, before, after);
    }

    public synchronized V replace(K key, V value) {
        Objects.requireNonNull(value);
        return Map.super.replace(key, value);
    }

    public synchronized V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        Entry<K, V> entry = find(key);
        if (entry != null) {
            return entry.value;
        }
        Object expected = stamp();
        V made = function.apply(key);
        check(expected);
        store(null, key, made);
        return made;
    }

    public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        return find(key) == null ? null : compute(key, function);
    }

    public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Entry<K, V> entry = find(key);
        Object expected = stamp();
        V made = function.apply(key, entry == null ? null : entry.value);
        check(expected);
        store(entry, key, made);
        return made;
    }

    public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Entry<K, V> entry = find(key);
        V made = value;
        if (entry != null) {
            Object expected = stamp();
            made = function.apply(entry.value, value);
            check(expected);
        }
        store(entry, key, made);
        return made;
    }

    private void store(Entry<K, V> entry, K key, V value) {
        if (entry == null) {
            if (value != null) {
                insert(key, value);
            }
        } else if (value == null) {
            unlink(entry);
        } else {
            entry.value = value;
        }
    }

    public synchronized void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        Object expected = stamp();
        for (int index = 0; index < table.length; index++) {
            for (Entry<K, V> entry = table[index]; entry != null; entry = entry.next) {
                action.accept(entry.key, entry.value);
                check(expected);
            }
        }
    }

    public synchronized void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Object expected = stamp();
        for (int index = 0; index < table.length; index++) {
            for (Entry<K, V> entry = table[index]; entry != null; entry = entry.next) {
                entry.value = Objects.requireNonNull(function.apply(entry.key, entry.value));
                check(expected);
            }
        }
    }

    public synchronized boolean equals(Object object) {
        return object == this || entries().asMap().equals(object);
    }

    public synchronized int hashCode() {
        return entries().hashCode();
    }

    public synchronized String toString() {
        return entries().asMap().toString();
    }

    // --- views and iterators -----------------------------------------------------------------------------

    private Object stamp() {
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

    private Iterator<Map.Entry<K, V>> walk(boolean checks) {
        return count == 0 ? Collections.<Map.Entry<K, V>>emptyIterator() : new Walk(checks);
    }

    private Entries entries() {
        return new Entries();
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new SynchronizedSet<Map.Entry<K, V>>(entries(), this);
    }

    public Set<K> keySet() {
        return new SynchronizedSet<K>(entries().asMap().keySet(), this);
    }

    public Collection<V> values() {
        return new SynchronizedCollection<V>(entries().asMap().values(), this);
    }

    public synchronized Enumeration<K> keys() {
        Iterator<Map.Entry<K, V>> walk = walk(false);
        return new Enumeration<K>() {
            public boolean hasMoreElements() {
                return walk.hasNext();
            }

            public K nextElement() {
                return walk.next().getKey();
            }
        };
    }

    public synchronized Enumeration<V> elements() {
        Iterator<Map.Entry<K, V>> walk = walk(false);
        return new Enumeration<V>() {
            public boolean hasMoreElements() {
                return walk.hasNext();
            }

            public V nextElement() {
                return walk.next().getValue();
            }
        };
    }

    /** The entries as a set that writes through. */
    private class Entries extends AbstractSet<Map.Entry<K, V>> {
        public int size() {
            return count;
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return walk(true);
        }

        public void clear() {
            Hashtable.this.clear();
        }

        AbstractMap<K, V> asMap() {
            return new AbstractMap<K, V>() {
                public Set<Map.Entry<K, V>> entrySet() {
                    return Entries.this;
                }

                public boolean containsKey(Object key) {
                    return Hashtable.this.containsKey(key);
                }

                public boolean containsValue(Object value) {
                    return Hashtable.this.containsValue(value);
                }
            };
        }
    }

    /** A walk from the last bin to the first; as an iterator it fails when the table changes otherwise. */
    private class Walk implements Iterator<Map.Entry<K, V>> {
        private final boolean checks;
        private final Entry<K, V>[] bins = table;
        private int index = bins.length;
        private Entry<K, V> next;
        private Entry<K, V> returned;
        private Object expected = stamp();

        Walk(boolean checks) {
            this.checks = checks;
        }

        public boolean hasNext() {
            while (next == null && index > 0) {
                next = bins[--index];
            }
            return next != null;
        }

        public Map.Entry<K, V> next() {
            if (checks) {
                check(expected);
            }
            if (!hasNext()) {
                throw new NoSuchElementException("Hashtable Enumerator");
            }
            returned = next;
            next = next.next;
            return returned;
        }

        public void remove() {
            if (returned == null) {
                throw new IllegalStateException("Hashtable Enumerator");
            }
            synchronized (Hashtable.this) {
                check(expected);
                unlink(returned);
                returned = null;
                expected = stamp();
            }
        }
    }
}
