package java.io;

/** An instance that cannot be written to an object stream. */
public class NotSerializableException extends ObjectStreamException {
    public NotSerializableException() {
    }

    public NotSerializableException(String message) {
        super(message);
    }
}
