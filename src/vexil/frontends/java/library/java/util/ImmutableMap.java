package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;

/** The map that Map.of gives, in the order given; in the JDK the order differs from run to run. */
class ImmutableMap<K, V> extends AbstractMap<K, V> {
    private final Object[] pairs;

    private ImmutableMap(Object[] pairs) {
        this.pairs = pairs;
    }

    /** An entry without nulls that cannot be changed. */
    static class Pair<K, V> extends AbstractMap.AbstractEntry<K, V> {
        private final K key;
        private final V value;

        Pair(K key, V value) {
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
            throw new UnsupportedOperationException("not supported");
        }
    }

    static <K, V> Map<K, V> of(Object[] pairs) {
        for (int index = 0; index < pairs.length; index += 2) {
            Objects.requireNonNull(pairs[index]);
            Objects.requireNonNull(pairs[index + 1]);
            for (int before = 0; before < index; before += 2) {
                if (pairs[index].equals(pairs[before])) {
                    throw new IllegalArgumentException("duplicate key: " + pairs[index]);
                }
            }
        }
        return new ImmutableMap<K, V>(pairs);
    }

    private int find(Object key) {
        Objects.requireNonNull(key);
        for (int index = 0; index < pairs.length; index += 2) {
            if (key.equals(pairs[index])) {
                return index;
            }
        }
        return -1;
    }

    public int size() {
        return pairs.length / 2;
    }

    public boolean containsKey(Object key) {
        return find(key) >= 0;
    }

    public boolean containsValue(Object value) {
        return super.containsValue(Objects.requireNonNull(value));
    }

    public V get(Object key) {
        int index = find(key);
        return index < 0 ? null : (V) pairs[index + 1];
    }

    public V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value == null ? otherwise : value;
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            public int size() {
                return pairs.length / 2;
            }

            public Iterator<Map.Entry<K, V>> iterator() {
                return new Iterator<Map.Entry<K, V>>() {
                    private int next;

                    public boolean hasNext() {
                        return next < pairs.length;
                    }

                    public Map.Entry<K, V> next() {
                        if (next >= pairs.length) {
                            throw new NoSuchElementException();
                        }
                        next += 2;
                        return new Pair<K, V>((K) pairs[next - 2], (V) pairs[next - 1]);
                    }
                };
            }
        };
    }

    public void clear() {
        throw new UnsupportedOperationException();
    }

    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public void putAll(Map<? extends K, ? extends V> other) {
        throw new UnsupportedOperationException();
    }

    public V putIfAbsent(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public V remove(Object key) {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object key, Object value) {
        throw new UnsupportedOperationException();
    }

    public V replace(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public boolean replace(K key, V before, V after) {
        throw new UnsupportedOperationException();
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }
}
