package java.util.concurrent;

/** A task with a result that may fail. */
@FunctionalInterface
public interface Callable<V> {
    V call() throws Exception;
}
