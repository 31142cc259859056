package java.util;

/** A set in order. */
public class TreeSet<E> extends SortedKeys<E> implements NavigableSet<E>, Cloneable {
    private TreeSet(NavigableMap<E, Object> map) {
        super(map);
    }

    public TreeSet() {
        super(new TreeMap<E, Object>());
    }

    public TreeSet(Comparator<? super E> order) {
        super(new TreeMap<E, Object>(order));
    }

    public TreeSet(Collection<? extends E> other) {
        super(new TreeMap<E, Object>());
        addAll(other);
    }

    public TreeSet(SortedSet<E> other) {
        super(new TreeMap<E, Object>(other.comparator()));
        addAll(other);
    }

    NavigableSet<E> over(NavigableMap<E, Object> part) {
        return new TreeSet<E>(part);
    }

    /** Add the element as a key; the set itself stands for presence. */
    public boolean add(E element) {
        return map.put(element, this) == null;
    }

    public Object clone() {
        return new TreeSet<E>((SortedSet<E>) this);
    }
}
