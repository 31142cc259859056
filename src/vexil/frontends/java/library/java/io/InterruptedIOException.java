package java.io;

/** An input or output that was interrupted. */
public class InterruptedIOException extends IOException {
    public InterruptedIOException() {
    }

    public InterruptedIOException(String message) {
        super(message);
    }
}
