package java.util.concurrent;

import java.util.Map;

/** A map whose operations are atomic. */
public interface ConcurrentMap<K, V> extends Map<K, V> {
    V putIfAbsent(K key, V value);

    boolean remove(Object key, Object value);

    boolean replace(K key, V before, V after);

    V replace(K key, V value);
}
