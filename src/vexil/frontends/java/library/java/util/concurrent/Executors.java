package java.util.concurrent;

import java.util.Objects;

/** The usual executors. */
public class Executors {
    private Executors() {
    }

    public static ExecutorService newFixedThreadPool(int threads) {
        return newFixedThreadPool(threads, defaultThreadFactory());
    }

    public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
        if (threads <= 0) {
            throw new IllegalArgumentException();
        }
        return new ThreadPool(threads, factory);
    }

    public static ExecutorService newSingleThreadExecutor() {
        return newFixedThreadPool(1);
    }

    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        return newFixedThreadPool(1, factory);
    }

    public static ExecutorService newCachedThreadPool() {
        return new ThreadPool(0, defaultThreadFactory());
    }

    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return new ThreadPool(0, factory);
    }

    /** Make threads that are named pool-1-thread-1 and so on; all pools have the number 1. */
    public static ThreadFactory defaultThreadFactory() {
        return new ThreadFactory() {
            private int made;

            public synchronized Thread newThread(Runnable task) {
                made++;
                Thread thread = new Thread(task, "pool-1-thread-" + made);
                thread.setDaemon(false);
                thread.setPriority(Thread.NORM_PRIORITY);
                return thread;
            }
        };
    }

    public static <T> Callable<T> callable(Runnable task, T result) {
        Objects.requireNonNull(task);
        return () -> {
            task.run();
            return result;
        };
    }

    public static Callable<Object> callable(Runnable task) {
        return callable(task, null);
    }
}
