package java.util.stream;

import java.util.Iterator;

/** What streams of all types do; all streams here are sequential. */
public interface BaseStream<T, S extends BaseStream<T, S>> extends AutoCloseable {
    Iterator<T> iterator();

    S sequential();

    void close();
}
