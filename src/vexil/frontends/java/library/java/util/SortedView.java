package java.util;

/** The operations of maps in order that follow from the first entry, the last one, and the neighbours of a key. */
abstract class SortedView<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {
    /** The map that has all the entries. */
    abstract TreeMap<K, V> whole();

    abstract TreeMap.Node<K, V> first();

    abstract TreeMap.Node<K, V> last();

    abstract TreeMap.Node<K, V> following(TreeMap.Node<K, V> node);

    abstract TreeMap.Node<K, V> preceding(TreeMap.Node<K, V> node);

    /** The first entry that is not before the key, or with strictly, that is after it. */
    abstract TreeMap.Node<K, V> atLeast(K key, boolean strictly);

    /** The last entry that is not after the key, or with strictly, that is before it. */
    abstract TreeMap.Node<K, V> atMost(K key, boolean strictly);

    private static <K, V> K keyOf(TreeMap.Node<K, V> node) {
        return node == null ? null : node.key;
    }

    private static <K, V> Map.Entry<K, V> copyOf(TreeMap.Node<K, V> node) {
        return node == null ? null : new AbstractMap.SimpleImmutableEntry<K, V>(node);
    }

    private static <K, V> K present(TreeMap.Node<K, V> node) {
        if (node == null) {
            throw new NoSuchElementException();
        }
        return node.key;
    }

    private Map.Entry<K, V> poll(TreeMap.Node<K, V> node) {
        Map.Entry<K, V> copy = copyOf(node);
        if (node != null) {
            whole().unlink(node);
        }
        return copy;
    }

    public K firstKey() {
        return present(first());
    }

    public K lastKey() {
        return present(last());
    }

    public Map.Entry<K, V> firstEntry() {
        return copyOf(first());
    }

    public Map.Entry<K, V> lastEntry() {
        return copyOf(last());
    }

    public Map.Entry<K, V> pollFirstEntry() {
        return poll(first());
    }

    public Map.Entry<K, V> pollLastEntry() {
        return poll(last());
    }

    public Map.Entry<K, V> lowerEntry(K key) {
        return copyOf(atMost(key, true));
    }

    public K lowerKey(K key) {
        return keyOf(atMost(key, true));
    }

    public Map.Entry<K, V> floorEntry(K key) {
        return copyOf(atMost(key, false));
    }

    public K floorKey(K key) {
        return keyOf(atMost(key, false));
    }

    public Map.Entry<K, V> ceilingEntry(K key) {
        return copyOf(atLeast(key, false));
    }

    public K ceilingKey(K key) {
        return keyOf(atLeast(key, false));
    }

    public Map.Entry<K, V> higherEntry(K key) {
        return copyOf(atLeast(key, true));
    }

    public K higherKey(K key) {
        return keyOf(atLeast(key, true));
    }

    public SortedMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    public SortedMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    public SortedMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }

    public Set<K> keySet() {
        return navigableKeySet();
    }

    public NavigableSet<K> navigableKeySet() {
        return new SortedKeys<K>(this);
    }

    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            public int size() {
                int count = 0;
                for (TreeMap.Node<K, V> node = first(); node != null; node = following(node)) {
                    count++;
                }
                return count;
            }

            public Iterator<Map.Entry<K, V>> iterator() {
                return new EntryIterator();
            }

            public boolean contains(Object object) {
                return find(object) != null;
            }

            public boolean remove(Object object) {
                TreeMap.Node<K, V> node = find(object);
                if (node != null) {
                    whole().unlink(node);
                }
                return node != null;
            }

            private TreeMap.Node<K, V> find(Object object) {
                if (!(object instanceof Map.Entry)) {
                    return null;
                }
                Map.Entry<K, V> entry = (Map.Entry<K, V>) object;
                if (!containsKey(entry.getKey())) {
                    return null;
                }
                TreeMap.Node<K, V> node = whole().find(entry.getKey());
                return Objects.equals(node.value, entry.getValue()) ? node : null;
            }
        };
    }

    /** A walk over the entries that fails when the map changes otherwise. */
    private class EntryIterator implements Iterator<Map.Entry<K, V>> {
        private TreeMap.Node<K, V> next = first();
        private TreeMap.Node<K, V> returned;
        private Object expected = whole().stamp();

        private void check() {
            if (whole().stamp != expected) {
                throw new ConcurrentModificationException();
            }
        }

        public boolean hasNext() {
            return next != null;
        }

        public Map.Entry<K, V> next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            check();
            returned = next;
            next = following(next);
            return returned;
        }

        public void remove() {
            if (returned == null) {
                throw new IllegalStateException();
            }
            check();
            whole().unlink(returned);
            returned = null;
            expected = whole().stamp();
        }
    }
}
