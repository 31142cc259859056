package java.util.stream;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** An iterator that finds its next element when it is asked whether there is one. */
abstract class Lookahead<T> implements Iterator<T> {
    private boolean found;
    private boolean ended;
    private T element;

    /** Find the next element and give it; give false if there is none. */
    abstract boolean advance();

    final void give(T next) {
        element = next;
    }

    public final boolean hasNext() {
        if (!found && !ended) {
            found = advance();
            ended = !found;
        }
        return found;
    }

    public final T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        found = false;
        T next = element;
        element = null;
        return next;
    }
}
