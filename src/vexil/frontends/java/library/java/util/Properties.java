package java.util;

import java.util.concurrent.ConcurrentHashMap;

/** A table of strings with defaults, in the iteration order of the JDK; files are not modelled. */
public class Properties extends Hashtable<Object, Object> {
    protected volatile Properties defaults;
    private final ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<Object, Object>(8);

    public Properties() {
        this(null);
    }

    public Properties(int capacity) {
        this(null);
    }

    public Properties(Properties defaults) {
        this.defaults = defaults;
    }

    public String getProperty(String key) {
        Object value = map.get(key);
        if (value instanceof String) {
            return (String) value;
        }
        return defaults == null ? null : defaults.getProperty(key);
    }

    public String getProperty(String key, String otherwise) {
        String value = getProperty(key);
        return value == null ? otherwise : value;
    }

    public synchronized Object setProperty(String key, String value) {
        return put(key, value);
    }

    public Set<String> stringPropertyNames() {
        Map<String, String> names = new HashMap<String, String>();
        collect(names);
        return Collections.unmodifiableSet(names.keySet());
    }

    private void collect(Map<String, String> names) {
        if (defaults != null) {
            defaults.collect(names);
        }
        for (Map.Entry<Object, Object> entry : map.entrySet()) {
            if (entry.getKey() instanceof String && entry.getValue() instanceof String) {
                names.put((String) entry.getKey(), (String) entry.getValue());
            }
        }
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public Enumeration<Object> keys() {
        return Collections.enumeration(map.keySet());
    }

    public Enumeration<Object> elements() {
        return Collections.enumeration(map.values());
    }

    public Object get(Object key) {
        return map.get(key);
    }

    public boolean contains(Object value) {
        return map.contains(value);
    }

    public boolean containsKey(Object key) {
        return map.containsKey(key);
    }

    public synchronized Object put(Object key, Object value) {
        return map.put(key, value);
    }

    public synchronized Object remove(Object key) {
        return map.remove(key);
    }

    public synchronized void clear() {
        map.clear();
    }

    public Set<Object> keySet() {
        return new SynchronizedSet<Object>(map.keySet(), this);
    }

    public Collection<Object> values() {
        return new SynchronizedCollection<Object>(map.values(), this);
    }

    public Set<Map.Entry<Object, Object>> entrySet() {
        return new SynchronizedSet<Map.Entry<Object, Object>>(map.entrySet(), this);
    }

    public synchronized boolean equals(Object object) {
        return map.equals(object);
    }

    public synchronized int hashCode() {
        return map.hashCode();
    }

    public synchronized String toString() {
        return map.toString();
    }
}
