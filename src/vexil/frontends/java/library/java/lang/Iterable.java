package java.lang;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;

/** What an enhanced for statement goes through. */
public interface Iterable<T> {
    Iterator<T> iterator();

    default void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        for (T element : this) {
            action.accept(element);
        }
    }
}
