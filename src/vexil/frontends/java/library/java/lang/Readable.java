package java.lang;

/** A source of characters; buffers are not modelled. */
public interface Readable {
}
