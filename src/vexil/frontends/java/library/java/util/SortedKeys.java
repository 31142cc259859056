package java.util;

/** The keys of a map in order, as a set that writes through. */
class SortedKeys<E> extends AbstractSet<E> implements NavigableSet<E> {
    final NavigableMap<E, Object> map;

    SortedKeys(NavigableMap<E, ?> map) {
        this.map = (NavigableMap<E, Object>) map;
    }

    /** A set of the same kind over another map. */
    NavigableSet<E> over(NavigableMap<E, Object> part) {
        return new SortedKeys<E>(part);
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public boolean contains(Object object) {
        return map.containsKey(object);
    }

    public boolean remove(Object object) {
        int before = size();
        map.remove(object);
        return size() != before;
    }

    public void clear() {
        map.clear();
    }

    public Iterator<E> iterator() {
        Iterator<Map.Entry<E, Object>> entries = map.entrySet().iterator();
        return new Iterator<E>() {
            public boolean hasNext() {
                return entries.hasNext();
            }

            public E next() {
                return entries.next().getKey();
            }

            public void remove() {
                entries.remove();
            }
        };
    }

    public Iterator<E> descendingIterator() {
        return descendingSet().iterator();
    }

    public Comparator<? super E> comparator() {
        return map.comparator();
    }

    public E first() {
        return map.firstKey();
    }

    public E last() {
        return map.lastKey();
    }

    public E lower(E value) {
        return map.lowerKey(value);
    }

    public E floor(E value) {
        return map.floorKey(value);
    }

    public E ceiling(E value) {
        return map.ceilingKey(value);
    }

    public E higher(E value) {
        return map.higherKey(value);
    }

    public E pollFirst() {
        Map.Entry<E, Object> entry = map.pollFirstEntry();
        return entry == null ? null : entry.getKey();
    }

    public E pollLast() {
        Map.Entry<E, Object> entry = map.pollLastEntry();
        return entry == null ? null : entry.getKey();
    }

    public NavigableSet<E> descendingSet() {
        return over(map.descendingMap());
    }

    public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        return over(map.subMap(from, fromInclusive, to, toInclusive));
    }

    public NavigableSet<E> headSet(E to, boolean inclusive) {
        return over(map.headMap(to, inclusive));
    }

    public NavigableSet<E> tailSet(E from, boolean inclusive) {
        return over(map.tailMap(from, inclusive));
    }

    public SortedSet<E> subSet(E from, E to) {
        return subSet(from, true, to, false);
    }

    public SortedSet<E> headSet(E to) {
        return headSet(to, false);
    }

    public SortedSet<E> tailSet(E from) {
        return tailSet(from, true);
    }
}
