package java.util;

/** A set in a hash table, with the iteration order of the JDK. */
public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable {
    /** The elements are the keys; each is mapped to the set itself, which stands for presence. */
    private final HashMap<E, Object> map;

    public HashSet() {
        map = new HashMap<E, Object>();
    }

    public HashSet(Collection<? extends E> other) {
        map = new HashMap<E, Object>(capacity(other));
        addAll(other);
    }

    public HashSet(int capacity) {
        map = new HashMap<E, Object>(capacity);
    }

    public HashSet(int capacity, float load) {
        map = new HashMap<E, Object>(capacity, load);
    }

    HashSet(HashMap<E, Object> map) {
        this.map = map;
    }

    private static int capacity(Collection<?> other) {
        return Math.max(other.size() + other.size() / 3 + 1, 16);
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

    public boolean add(E element) {
        return map.put(element, this) == null;
    }

    public boolean remove(Object object) {
        return map.remove(object) != null;
    }

    public void clear() {
        map.clear();
    }

    public Iterator<E> iterator() {
        return map.keySet().iterator();
    }

    public Object clone() {
        return new HashSet<E>((HashMap<E, Object>) map.clone());
    }
}
