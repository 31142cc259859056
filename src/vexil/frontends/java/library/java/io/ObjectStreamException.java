package java.io;

/** The root of the exceptions of object streams. */
public abstract class ObjectStreamException extends IOException {
    protected ObjectStreamException() {
    }

    protected ObjectStreamException(String message) {
        super(message);
    }
}
