package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;

/** A view of the keys between two bounds, upwards or downwards. */
class SortedRange<K, V> extends SortedView<K, V> {
    private final TreeMap<K, V> map;
    /** The bounds in the order of the map; null where there is none. */
    private final Bound<K> low;
    private final boolean lowInclusive;
    private final Bound<K> high;
    private final boolean highInclusive;
    private final boolean descending;

    /** A key that limits a view. */
    static class Bound<K> {
        final K key;

        Bound(K key) {
            this.key = key;
        }
    }

    SortedRange(
            TreeMap<K, V> map, Bound<K> low, boolean lowInclusive, Bound<K> high, boolean highInclusive,
            boolean descending) {
        this.map = map;
        this.low = low;
        this.lowInclusive = lowInclusive;
        this.high = high;
        this.highInclusive = highInclusive;
        this.descending = descending;
    }

    private boolean tooLow(Object key) {
        if (low == null) {
            return false;
        }
        int result = map.compare(key, low.key);
        return result < 0 || result == 0 && !lowInclusive;
    }

    private boolean tooHigh(Object key) {
        if (high == null) {
            return false;
        }
        int result = map.compare(key, high.key);
        return result > 0 || result == 0 && !highInclusive;
    }

    private boolean contains(Object key) {
        return !tooLow(key) && !tooHigh(key);
    }

    /** Whether a key may bound a part of this view; an excluded bound may be one of the view's own. */
    private boolean mayBound(K key, boolean inclusive) {
        if (inclusive) {
            return contains(key);
        }
        return (low == null || map.compare(key, low.key) >= 0) && (high == null || map.compare(high.key, key) >= 0);
    }

    private TreeMap.Node<K, V> inside(TreeMap.Node<K, V> node) {
        return node == null || !contains(node.key) ? null : node;
    }

    private TreeMap.Node<K, V> lowest() {
        return inside(low == null ? map.first() : map.atLeast(low.key, !lowInclusive));
    }

    private TreeMap.Node<K, V> highest() {
        return inside(high == null ? map.last() : map.atMost(high.key, !highInclusive));
    }

    private TreeMap.Node<K, V> upFrom(K key, boolean strictly) {
        return tooLow(key) ? lowest() : inside(map.atLeast(key, strictly));
    }

    private TreeMap.Node<K, V> downFrom(K key, boolean strictly) {
        return tooHigh(key) ? highest() : inside(map.atMost(key, strictly));
    }

    TreeMap<K, V> whole() {
        return map;
    }

    TreeMap.Node<K, V> first() {
        return descending ? highest() : lowest();
    }

    TreeMap.Node<K, V> last() {
        return descending ? lowest() : highest();
    }

    TreeMap.Node<K, V> following(TreeMap.Node<K, V> node) {
        return inside(descending ? node.before : node.after);
    }

    TreeMap.Node<K, V> preceding(TreeMap.Node<K, V> node) {
        return inside(descending ? node.after : node.before);
    }

    TreeMap.Node<K, V> atLeast(K key, boolean strictly) {
        return descending ? downFrom(key, strictly) : upFrom(key, strictly);
    }

    TreeMap.Node<K, V> atMost(K key, boolean strictly) {
        return descending ? upFrom(key, strictly) : downFrom(key, strictly);
    }

    public Comparator<? super K> comparator() {
        return descending ? Collections.reverseOrder((Comparator<K>) map.comparator()) : map.comparator();
    }

    public boolean isEmpty() {
        return first() == null;
    }

    public boolean containsKey(Object key) {
        return contains(key) && map.containsKey(key);
    }

    public V get(Object key) {
        return contains(key) ? map.get(key) : null;
    }

    private void checkKey(K key) {
        if (!contains(key)) {
            throw new IllegalArgumentException("key out of range");
        }
    }

    public V put(K key, V value) {
        checkKey(key);
        return map.put(key, value);
    }

    public V putIfAbsent(K key, V value) {
        checkKey(key);
        return map.putIfAbsent(key, value);
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        checkKey(key);
        return map.merge(key, value, function);
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        if (!contains(key) && function.apply(key) == null) {
            return null;
        }
        checkKey(key);
        return map.computeIfAbsent(key, function);
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (!contains(key) && function.apply(key, null) == null) {
            return null;
        }
        checkKey(key);
        return map.compute(key, function);
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return contains(key) ? map.computeIfPresent(key, function) : null;
    }

    public V remove(Object key) {
        return contains(key) ? map.remove(key) : null;
    }

    public NavigableMap<K, V> descendingMap() {
        return new SortedRange<K, V>(map, low, lowInclusive, high, highInclusive, !descending);
    }

    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        checkBound(from, fromInclusive, "fromKey");
        checkBound(to, toInclusive, "toKey");
        if ((descending ? map.compare(to, from) : map.compare(from, to)) > 0) {
            throw new IllegalArgumentException("fromKey > toKey");
        }
        return part(new Bound<K>(from), fromInclusive, new Bound<K>(to), toInclusive);
    }

    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        checkBound(to, inclusive, "toKey");
        Bound<K> end = new Bound<K>(to);
        return descending ? part(high, highInclusive, end, inclusive) : part(low, lowInclusive, end, inclusive);
    }

    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        checkBound(from, inclusive, "fromKey");
        Bound<K> start = new Bound<K>(from);
        return descending ? part(start, inclusive, low, lowInclusive) : part(start, inclusive, high, highInclusive);
    }

    private void checkBound(K key, boolean inclusive, String name) {
        if (!mayBound(key, inclusive)) {
            throw new IllegalArgumentException(name + " out of range");
        }
    }

    private NavigableMap<K, V> part(Bound<K> from, boolean fromInclusive, Bound<K> to, boolean toInclusive) {
        return descending
            ? new SortedRange<K, V>(map, to, toInclusive, from, fromInclusive, true)
            : new SortedRange<K, V>(map, from, fromInclusive, to, toInclusive, false);
    }
}
