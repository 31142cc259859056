package java.util.concurrent.locks;

import vexil.Atomic;
import vexil.Locks;
import vexil.Threads;

/** Blocking of threads by permits; a permit is kept in the thread, as the object that the thread waits for. */
public class LockSupport {
    private LockSupport() {
    }

    /** Whether a thread may go on. */
    private static final class Permit {
        boolean available;
    }

    private static Permit permitOf(Thread thread) {
        if (thread.$permit == null) {
            thread.$permit = new Permit();
        }
        return (Permit) thread.$permit;
    }

    public static void unpark(Thread thread) {
        if (thread != null) {
            Atomic.begin();
            Permit permit = permitOf(thread);
            permit.available = true;
            Threads.notifyOne(permit);
            Atomic.end();
        }
    }

    public static void park() {
        block(false);
    }

    public static void park(Object blocker) {
        block(false);
    }

    public static void parkNanos(long nanoseconds) {
        if (nanoseconds > 0) {
            block(true);
        }
    }

    public static void parkNanos(Object blocker, long nanoseconds) {
        parkNanos(nanoseconds);
    }

    private static void block(boolean timed) {
        Thread self = Thread.currentThread();
        boolean interrupted = false;
        Atomic.begin();
        Permit permit = permitOf(self);
        if (!permit.available) {
            interrupted = (timed ? Locks.parkTimed(permit) : Locks.park(permit)) == 2;
        }
        permit.available = false;
        Atomic.end();
        if (interrupted) {
            self.interrupt();
        }
    }
}
