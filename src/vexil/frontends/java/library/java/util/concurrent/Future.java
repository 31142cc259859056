package java.util.concurrent;

/** A result that will be there later. */
public interface Future<V> {
    boolean cancel(boolean interrupt);

    boolean isCancelled();

    boolean isDone();

    V get() throws InterruptedException, ExecutionException;

    V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException;
}
