package java.util.concurrent;

/** A barrier was left by a thread that could not wait. */
public class BrokenBarrierException extends Exception {
    public BrokenBarrierException() {
    }

    public BrokenBarrierException(String message) {
        super(message);
    }
}
