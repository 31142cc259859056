package java.util.concurrent;

/** Run tasks. */
public interface Executor {
    void execute(Runnable task);
}
