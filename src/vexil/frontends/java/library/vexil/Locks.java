package vexil;

/**
 * Locks and wait sets: what java.util.concurrent is written with.
 *
 * <p>Any object names a lock, the one that synchronized uses too, and a wait set; Threads.holds, notifyOne and
 * notifyEvery are about the same.
 */
public final class Locks {
    private Locks() {
    }

    /** Acquire the lock; blocks while another thread holds it. */
    public static native void lock(Object lock);

    /** Release one acquisition of a lock that the running thread holds. */
    public static native void unlock(Object lock);

    /** Whether any thread holds the lock. */
    public static native boolean locked(Object lock);

    /**
     * Wait in the wait set: 0 when notified, 2 when interrupted, which clears the flag.
     *
     * <p>It releases no lock. In an atomic section nothing happens between what was checked there and the wait, nor
     * between its end and what follows; others move while it lasts.
     */
    public static native int park(Object set);

    /** As park, but may also go on at any moment, with 1. */
    public static native int parkTimed(Object set);
}
