package java.util.concurrent;

/** A future whose result comes from running it. */
public interface RunnableFuture<V> extends Runnable, Future<V> {
    void run();
}
