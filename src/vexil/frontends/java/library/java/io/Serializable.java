package java.io;

/** What can be written to an object stream; object streams are not modelled. */
public interface Serializable {
}
