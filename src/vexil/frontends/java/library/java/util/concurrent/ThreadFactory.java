package java.util.concurrent;

/** Make threads. */
public interface ThreadFactory {
    Thread newThread(Runnable task);
}
