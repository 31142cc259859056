package java.util;

/** A collection that gives its elements back in its own order. */
public interface Queue<E> extends Collection<E> {
    boolean add(E element);

    boolean offer(E element);

    E remove();

    E poll();

    E element();

    E peek();
}
