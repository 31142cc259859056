package java.util;

/** A set in order that finds the neighbours of a value. */
public interface NavigableSet<E> extends SortedSet<E> {
    E lower(E value);

    E floor(E value);

    E ceiling(E value);

    E higher(E value);

    E pollFirst();

    E pollLast();

    NavigableSet<E> descendingSet();

    Iterator<E> descendingIterator();

    NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive);

    NavigableSet<E> headSet(E to, boolean inclusive);

    NavigableSet<E> tailSet(E from, boolean inclusive);
}
