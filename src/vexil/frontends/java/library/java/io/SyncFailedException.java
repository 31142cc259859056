package java.io;

/** A failed synchronisation of a file. */
public class SyncFailedException extends IOException {
    public SyncFailedException(String message) {
        super(message);
    }
}
