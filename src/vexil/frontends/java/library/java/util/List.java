package java.util;

import java.util.function.UnaryOperator;

/** A sequence of elements that are reached by index. */
public interface List<E> extends Collection<E> {
    E get(int index);

    E set(int index, E element);

    void add(int index, E element);

    E remove(int index);

    boolean add(E element);

    boolean remove(Object object);

    int indexOf(Object object);

    int lastIndexOf(Object object);

    boolean addAll(int index, Collection<? extends E> other);

    boolean addAll(Collection<? extends E> other);

    ListIterator<E> listIterator();

    ListIterator<E> listIterator(int index);

    List<E> subList(int from, int to);

    default void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        ListIterator<E> each = listIterator();
        while (each.hasNext()) {
            each.set(operator.apply(each.next()));
        }
    }

    default void sort(Comparator<? super E> order) {
        Object[] sorted = toArray();
        Arrays.sort(sorted, (Comparator) order);
        ListIterator<E> each = listIterator();
        for (int index = 0; index < sorted.length; index++) {
            each.next();
            each.set((E) sorted[index]);
        }
    }

    static <E> List<E> of() {
        return new ImmutableList<E>(new Object[0]);
    }

    static <E> List<E> of(E e1) {
        return ImmutableList.of(new Object[] {e1});
    }

    static <E> List<E> of(E e1, E e2) {
        return ImmutableList.of(new Object[] {e1, e2});
    }

    static <E> List<E> of(E e1, E e2, E e3) {
        return ImmutableList.of(new Object[] {e1, e2, e3});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4) {
        return ImmutableList.of(new Object[] {e1, e2, e3, e4});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5) {
        return ImmutableList.of(new Object[] {e1, e2, e3, e4, e5});
    }

    @SafeVarargs
    static <E> List<E> of(E... elements) {
        Object[] copy = new Object[elements.length];
        for (int index = 0; index < copy.length; index++) {
            copy[index] = elements[index];
        }
        return ImmutableList.of(copy);
    }

    static <E> List<E> copyOf(Collection<? extends E> other) {
        if (other instanceof ImmutableList && !((ImmutableList<E>) other).allowsNull()) {
            return (List<E>) other;
        }
        return ImmutableList.of(other.toArray());
    }
}
