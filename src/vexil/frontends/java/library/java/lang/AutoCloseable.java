package java.lang;

/** What a try statement closes. */
public interface AutoCloseable {
    void close() throws Exception;
}
