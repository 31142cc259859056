package vexil;

/** The operations on threads and monitors that java.lang.Object and java.lang.Thread are written with. */
public final class Threads {
    private Threads() {
    }

    /** Start a thread that runs Thread.body(thread); the thread object stands for it from now on. */
    public static native void start(Thread thread, boolean daemon);

    /** Let the thread object stand for the running thread. */
    public static native void adopt(Thread thread);

    /** The thread object that stands for the running thread, null when none was adopted. */
    public static native Thread self();

    /** Whether the thread was started or adopted and has not ended. */
    public static native boolean alive(Thread thread);

    /** Block until the started thread has ended: true if interrupted instead, which clears the flag. */
    public static native boolean join(Thread thread);

    /** As join, but may also go on at any moment, with false. */
    public static native boolean joinTimed(Thread thread);

    /** Set the interrupt flag of a started or adopted thread. */
    public static native void interrupt(Thread thread);

    /** The interrupt flag of a started or adopted thread. */
    public static native boolean interrupted(Thread thread);

    /** The interrupt flag of the running thread. */
    public static native boolean selfInterrupted();

    /** Clear the interrupt flag of the running thread. */
    public static native void clearInterrupt();

    /** Go on at any moment: true if the interrupt flag was set, which clears it. */
    public static native boolean sleep();

    /** Let other threads run. */
    public static native void pause();

    /** Whether the running thread holds the monitor. */
    public static native boolean holds(Object monitor);

    /** Release the held monitor and wait for a notification: true if interrupted instead, which clears the flag. */
    public static native boolean await(Object monitor);

    /** As await, but may also go on at any moment, with false. */
    public static native boolean awaitTimed(Object monitor);

    /** Wake one waiting thread. */
    public static native void notifyOne(Object monitor);

    /** Wake every waiting thread. */
    public static native void notifyEvery(Object monitor);

    /** 0, 1, 2 and so on in the order of calls: numbers for the names of unnamed threads. */
    public static native int nextNumber();

    /** 1, 2, 3 and so on in the order of calls: identifiers of threads other than the main one. */
    public static native int nextIdentifier();
}
