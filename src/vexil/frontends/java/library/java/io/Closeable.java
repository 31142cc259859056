package java.io;

/** What can be closed and may fail to. */
public interface Closeable extends AutoCloseable {
    void close() throws IOException;
}
