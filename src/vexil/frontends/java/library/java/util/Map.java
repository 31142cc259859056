package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A table from keys to values. */
public interface Map<K, V> {
    int size();

    boolean isEmpty();

    boolean containsKey(Object key);

    boolean containsValue(Object value);

    V get(Object key);

    V put(K key, V value);

    V remove(Object key);

    void putAll(Map<? extends K, ? extends V> other);

    void clear();

    Set<K> keySet();

    Collection<V> values();

    Set<Map.Entry<K, V>> entrySet();

    boolean equals(Object object);

    int hashCode();

    /** A key with its value. */
    interface Entry<K, V> {
        K getKey();

        V getValue();

        V setValue(V value);

        boolean equals(Object object);

        int hashCode();

        static <K extends Comparable<? super K>, V> Comparator<Map.Entry<K, V>> comparingByKey() {
            return (first, second) -> first.getKey().compareTo(second.getKey());
        }

        static <K, V extends Comparable<? super V>> Comparator<Map.Entry<K, V>> comparingByValue() {
            return (first, second) -> first.getValue().compareTo(second.getValue());
        }

        static <K, V> Comparator<Map.Entry<K, V>> comparingByKey(Comparator<? super K> order) {
            Objects.requireNonNull(order);
            return (first, second) -> order.compare(first.getKey(), second.getKey());
        }

        static <K, V> Comparator<Map.Entry<K, V>> comparingByValue(Comparator<? super V> order) {
            Objects.requireNonNull(order);
            return (first, second) -> order.compare(first.getValue(), second.getValue());
        }
    }

    default V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value != null || containsKey(key) ? value : otherwise;
    }

    default void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        for (Map.Entry<K, V> entry : entrySet()) {
            action.accept(entry.getKey(), entry.getValue());
        }
    }

    default void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        for (Map.Entry<K, V> entry : entrySet()) {
            entry.setValue(function.apply(entry.getKey(), entry.getValue()));
        }
    }

    default V putIfAbsent(K key, V value) {
        V old = get(key);
        if (old == null) {
            old = put(key, value);
        }
        return old;
    }

    default boolean remove(Object key, Object value) {
        Object present = get(key);
        if (!Objects.equals(present, value) || present == null && !containsKey(key)) {
            return false;
        }
        remove(key);
        return true;
    }

    default boolean replace(K key, V before, V after) {
        Object present = get(key);
        if (!Objects.equals(present, before) || present == null && !containsKey(key)) {
            return false;
        }
        put(key, after);
        return true;
    }

    default V replace(K key, V value) {
        V present = get(key);
        if (present != null || containsKey(key)) {
            present = put(key, value);
        }
        return present;
    }

    default V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        V present = get(key);
        if (present != null) {
            return present;
        }
        V made = function.apply(key);
        if (made != null) {
            put(key, made);
        }
        return made;
    }

    default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        V present = get(key);
        if (present == null) {
            return null;
        }
        V made = function.apply(key, present);
        if (made != null) {
            put(key, made);
        } else {
            remove(key);
        }
        return made;
    }

    default V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        V present = get(key);
        V made = function.apply(key, present);
        if (made != null) {
            put(key, made);
        } else if (present != null || containsKey(key)) {
            remove(key);
        }
        return made;
    }

    default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Objects.requireNonNull(value);
        V present = get(key);
        V made = present == null ? value : function.apply(present, value);
        if (made == null) {
            remove(key);
        } else {
            put(key, made);
        }
        return made;
    }

    static <K, V> Map.Entry<K, V> entry(K key, V value) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        return new ImmutableMap.Pair<K, V>(key, value);
    }

    static <K, V> Map<K, V> of() {
        return ImmutableMap.of(new Object[0]);
    }

    static <K, V> Map<K, V> of(K k1, V v1) {
        return ImmutableMap.of(new Object[] {k1, v1});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2) {
        return ImmutableMap.of(new Object[] {k1, v1, k2, v2});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3) {
        return ImmutableMap.of(new Object[] {k1, v1, k2, v2, k3, v3});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4) {
        return ImmutableMap.of(new Object[] {k1, v1, k2, v2, k3, v3, k4, v4});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5) {
        return ImmutableMap.of(new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5});
    }

    static <K, V> Map<K, V> of(
        K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5,
        K k6, V v6) {
        return ImmutableMap.of(
            new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6});
    }

    static <K, V> Map<K, V> of(
        K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5,
        K k6, V v6, K k7, V v7) {
        return ImmutableMap.of(
            new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7});
    }

    static <K, V> Map<K, V> of(
        K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5,
        K k6, V v6, K k7, V v7, K k8, V v8) {
        return ImmutableMap.of(
            new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8});
    }

    static <K, V> Map<K, V> of(
        K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5,
        K k6, V v6, K k7, V v7, K k8, V v8, K k9, V v9) {
        return ImmutableMap.of(
            new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8, k9, v9});
    }

    static <K, V> Map<K, V> of(
        K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5,
        K k6, V v6, K k7, V v7, K k8, V v8, K k9, V v9, K k10, V v10) {
        return ImmutableMap.of(
            new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8, k9, v9, k10, v10});
    }

    @SafeVarargs
    static <K, V> Map<K, V> ofEntries(Map.Entry<? extends K, ? extends V>... entries) {
        Object[] pairs = new Object[2 * entries.length];
        for (int index = 0; index < entries.length; index++) {
            pairs[2 * index] = entries[index].getKey();
            pairs[2 * index + 1] = entries[index].getValue();
        }
        return ImmutableMap.of(pairs);
    }

    static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> other) {
        if (other instanceof ImmutableMap) {
            return (Map<K, V>) other;
        }
        Object[] pairs = new Object[2 * other.size()];
        int index = 0;
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            pairs[index++] = entry.getKey();
            pairs[index++] = entry.getValue();
        }
        return ImmutableMap.of(pairs);
    }
}
