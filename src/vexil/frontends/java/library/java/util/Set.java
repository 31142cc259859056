package java.util;

/** A collection without duplicates. */
public interface Set<E> extends Collection<E> {
    static <E> Set<E> of() {
        return ImmutableSet.of(new Object[0]);
    }

    static <E> Set<E> of(E e1) {
        return ImmutableSet.of(new Object[] {e1});
    }

    static <E> Set<E> of(E e1, E e2) {
        return ImmutableSet.of(new Object[] {e1, e2});
    }

    static <E> Set<E> of(E e1, E e2, E e3) {
        return ImmutableSet.of(new Object[] {e1, e2, e3});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4) {
        return ImmutableSet.of(new Object[] {e1, e2, e3, e4});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5) {
        return ImmutableSet.of(new Object[] {e1, e2, e3, e4, e5});
    }

    @SafeVarargs
    static <E> Set<E> of(E... elements) {
        Object[] copy = new Object[elements.length];
        for (int index = 0; index < copy.length; index++) {
            copy[index] = elements[index];
        }
        return ImmutableSet.of(copy);
    }

    static <E> Set<E> copyOf(Collection<? extends E> other) {
        if (other instanceof ImmutableSet) {
            return (Set<E>) other;
        }
        return ImmutableSet.of(new HashSet<E>(other).toArray());
    }
}
