package java.io;

/** An object that failed its validation. */
public class InvalidObjectException extends ObjectStreamException {
    public InvalidObjectException(String message) {
        super(message);
    }
}
