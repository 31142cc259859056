package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A view of a map whose operations hold the lock of the view. */
class SynchronizedMap<K, V> implements Map<K, V> {
    private final Map<K, V> map;
    private final Object mutex;

    SynchronizedMap(Map<K, V> map) {
        this.map = Objects.requireNonNull(map);
        this.mutex = this;
    }

    public boolean equals(Object object) {
        if (object == this) {
            return true;
        }
        synchronized (mutex) {
            return map.equals(object);
        }
    }

    public int hashCode() {
        synchronized (mutex) {
            return map.hashCode();
        }
    }

    public int size() {
        synchronized (mutex) {
            return map.size();
        }
    }

    public boolean isEmpty() {
        synchronized (mutex) {
            return map.isEmpty();
        }
    }

    public boolean containsKey(Object key) {
        synchronized (mutex) {
            return map.containsKey(key);
        }
    }

    public boolean containsValue(Object value) {
        synchronized (mutex) {
            return map.containsValue(value);
        }
    }

    public V get(Object key) {
        synchronized (mutex) {
            return map.get(key);
        }
    }

    public V getOrDefault(Object key, V otherwise) {
        synchronized (mutex) {
            return map.getOrDefault(key, otherwise);
        }
    }

    public V put(K key, V value) {
        synchronized (mutex) {
            return map.put(key, value);
        }
    }

    public V remove(Object key) {
        synchronized (mutex) {
            return map.remove(key);
        }
    }

    public void putAll(Map<? extends K, ? extends V> other) {
        synchronized (mutex) {
            map.putAll(other);
        }
    }

    public void clear() {
        synchronized (mutex) {
            map.clear();
        }
    }

    public V putIfAbsent(K key, V value) {
        synchronized (mutex) {
            return map.putIfAbsent(key, value);
        }
    }

    public boolean remove(Object key, Object value) {
        synchronized (mutex) {
            return map.remove(key, value);
        }
    }

    public boolean replace(K key, V before, V after) {
        synchronized (mutex) {
            return map.replace(key, before, after);
        }
    }

    public V replace(K key, V value) {
        synchronized (mutex) {
            return map.replace(key, value);
        }
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        synchronized (mutex) {
            map.forEach(action);
        }
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        synchronized (mutex) {
            map.replaceAll(function);
        }
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        synchronized (mutex) {
            return map.computeIfAbsent(key, function);
        }
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        synchronized (mutex) {
            return map.computeIfPresent(key, function);
        }
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        synchronized (mutex) {
            return map.compute(key, function);
        }
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        synchronized (mutex) {
            return map.merge(key, value, function);
        }
    }

    public String toString() {
        synchronized (mutex) {
            return map.toString();
        }
    }

    public Set<K> keySet() {
        synchronized (mutex) {
            return new SynchronizedSet<K>(map.keySet(), mutex);
        }
    }

    public Collection<V> values() {
        synchronized (mutex) {
            return new SynchronizedCollection<V>(map.values(), mutex);
        }
    }

    public Set<Map.Entry<K, V>> entrySet() {
        synchronized (mutex) {
            return new SynchronizedSet<Map.Entry<K, V>>(map.entrySet(), mutex);
        }
    }
}
