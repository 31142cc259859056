package java.io;

/** What buffers output. */
public interface Flushable {
    void flush() throws IOException;
}
