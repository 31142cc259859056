package java.lang;

/** What can be run. */
@FunctionalInterface
public interface Runnable {
    void run();
}
