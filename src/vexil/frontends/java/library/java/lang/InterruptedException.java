package java.lang;

/** An interrupt of a thread that waits, sleeps or joins. */
public class InterruptedException extends Exception {
    public InterruptedException() {
    }

    public InterruptedException(String message) {
        super(message);
    }
}
