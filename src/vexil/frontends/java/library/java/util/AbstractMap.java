package java.util;

/** The operations of maps that follow from the set of entries and put. */
public abstract class AbstractMap<K, V> implements Map<K, V> {
    protected AbstractMap() {
    }

    public abstract Set<Map.Entry<K, V>> entrySet();

    public int size() {
        return entrySet().size();
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    private Map.Entry<K, V> find(Object key) {
        for (Map.Entry<K, V> entry : entrySet()) {
            if (key == null ? entry.getKey() == null : key.equals(entry.getKey())) {
                return entry;
            }
        }
        return null;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        for (Map.Entry<K, V> entry : entrySet()) {
            if (value == null ? entry.getValue() == null : value.equals(entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    public V get(Object key) {
        Map.Entry<K, V> entry = find(key);
        return entry == null ? null : entry.getValue();
    }

    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public V remove(Object key) {
        Iterator<Map.Entry<K, V>> each = entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<K, V> entry = each.next();
            if (key == null ? entry.getKey() == null : key.equals(entry.getKey())) {
                V value = entry.getValue();
                each.remove();
                return value;
            }
        }
        return null;
    }

    public void putAll(Map<? extends K, ? extends V> other) {
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    public void clear() {
        entrySet().clear();
    }

    public Set<K> keySet() {
        return new AbstractSet<K>() {
            public int size() {
                return AbstractMap.this.size();
            }

            public boolean contains(Object key) {
                return containsKey(key);
            }

            public void clear() {
                AbstractMap.this.clear();
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

    public Collection<V> values() {
        return new AbstractCollection<V>() {
            public int size() {
                return AbstractMap.this.size();
            }

            public boolean contains(Object value) {
                return containsValue(value);
            }

            public void clear() {
                AbstractMap.this.clear();
            }

            public Iterator<V> iterator() {
                Iterator<Map.Entry<K, V>> entries = entrySet().iterator();
                return new Iterator<V>() {
                    public boolean hasNext() {
                        return entries.hasNext();
                    }

                    public V next() {
                        return entries.next().getValue();
                    }

                    public void remove() {
                        entries.remove();
                    }
                };
            }
        };
    }

    public boolean equals(Object object) {
        if (object == this) {
            return true;
        }
        if (!(object instanceof Map)) {
            return false;
        }
        Map<?, ?> other = (Map<?, ?>) object;
        if (other.size() != size()) {
            return false;
        }
        try {
            for (Map.Entry<K, V> entry : entrySet()) {
                K key = entry.getKey();
                V value = entry.getValue();
                if (value == null) {
                    if (other.get(key) != null || !other.containsKey(key)) {
                        return false;
                    }
                } else if (!value.equals(other.get(key))) {
                    return false;
                }
            }
        } catch (ClassCastException | NullPointerException exception) {
            return false;
        }
        return true;
    }

    public int hashCode() {
        int hash = 0;
        for (Map.Entry<K, V> entry : entrySet()) {
            hash += entry.hashCode();
        }
        return hash;
    }

    public String toString() {
        Iterator<Map.Entry<K, V>> each = entrySet().iterator();
        if (!each.hasNext()) {
            return "{}";
        }
        StringBuilder text = new StringBuilder();
        text.append('{');
        while (true) {
            Map.Entry<K, V> entry = each.next();
            K key = entry.getKey();
            V value = entry.getValue();
            text.append(key == this ? "(this Map)" : key);
            text.append('=');
            text.append(value == this ? "(this Map)" : value);
            if (!each.hasNext()) {
                return text.append('}').toString();
            }
            text.append(", ");
        }
    }

    /** What all entries answer about themselves. */
    abstract static class AbstractEntry<K, V> implements Map.Entry<K, V> {
        public boolean equals(Object object) {
            return object instanceof Map.Entry
                && Objects.equals(getKey(), ((Map.Entry<?, ?>) object).getKey())
                && Objects.equals(getValue(), ((Map.Entry<?, ?>) object).getValue());
        }

        public int hashCode() {
            return Objects.hashCode(getKey()) ^ Objects.hashCode(getValue());
        }

        public String toString() {
            return getKey() + "=" + getValue();
        }
    }

    /** An entry of its own that can be changed. */
    public static class SimpleEntry<K, V> extends AbstractEntry<K, V> {
        private final K key;
        private V value;

        public SimpleEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public SimpleEntry(Map.Entry<? extends K, ? extends V> entry) {
            this.key = entry.getKey();
            this.value = entry.getValue();
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }
    }

    /** An entry of its own that cannot be changed. */
    public static class SimpleImmutableEntry<K, V> extends AbstractEntry<K, V> {
        private final K key;
        private final V value;

        public SimpleImmutableEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public SimpleImmutableEntry(Map.Entry<? extends K, ? extends V> entry) {
            this.key = entry.getKey();
            this.value = entry.getValue();
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            throw new UnsupportedOperationException();
        }
    }
}
