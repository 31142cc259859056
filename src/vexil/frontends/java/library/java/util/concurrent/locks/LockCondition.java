package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import vexil.Atomic;
import vexil.Locks;
import vexil.WaitQueue;

/** A condition of an exclusive lock; the thread that waits longest is woken first. */
abstract class LockCondition implements Condition {
    private final WaitQueue waiters = new WaitQueue();

    /** Whether the running thread holds the lock. */
    abstract boolean held();

    /** Release the lock, and give how often it was held. */
    abstract int release();

    /** Acquire the lock so often. */
    abstract void acquire(int count);

    private void checkHeld() {
        if (!held()) {
            throw new IllegalMonitorStateException();
        }
    }

    public void await() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        checkHeld();
        Atomic.begin();
        WaitQueue.Waiter waiter = waiters.append(true);
        int count = release();
        boolean interrupted = Locks.park(waiter) == 2;
        boolean signalled = !waiters.remove(waiter);
        Atomic.end();
        acquire(count);
        end(interrupted, signalled);
    }

    private static void end(boolean interrupted, boolean signalled) throws InterruptedException {
        if (interrupted && !signalled) {
            throw new InterruptedException();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public void awaitUninterruptibly() {
        checkHeld();
        Atomic.begin();
        WaitQueue.Waiter waiter = waiters.append(true);
        int count = release();
        boolean interrupted = false;
        while (waiters.contains(waiter)) {
            interrupted |= Locks.park(waiter) == 2;
        }
        Atomic.end();
        acquire(count);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return awaitNanos(unit.toNanos(time)) > 0;
    }

    /** Wait for any time; what is left of the time is all of it when signalled, else nothing. */
    public long awaitNanos(long nanoseconds) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        checkHeld();
        Atomic.begin();
        WaitQueue.Waiter waiter = waiters.append(true);
        int count = release();
        boolean interrupted = Locks.parkTimed(waiter) == 2;
        boolean signalled = !waiters.remove(waiter);
        Atomic.end();
        acquire(count);
        end(interrupted, signalled);
        return signalled ? Math.max(nanoseconds, 1) : 0;
    }

    public void signal() {
        checkHeld();
        Atomic.begin();
        waiters.releaseFirst();
        Atomic.end();
    }

    public void signalAll() {
        checkHeld();
        Atomic.begin();
        while (!waiters.isEmpty()) {
            waiters.releaseFirst();
        }
        Atomic.end();
    }
}
