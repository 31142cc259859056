package java.util.concurrent;

import vexil.Atomic;
import vexil.Locks;
import vexil.WaitQueue;

/** A number of permits; as in the JDK the first that waits for permits keeps those behind it waiting. */
public class Semaphore {
    private final boolean fair;
    private final WaitQueue waiters = new WaitQueue();
    private int permits;

    public Semaphore(int permits) {
        this(permits, false);
    }

    public Semaphore(int permits, boolean fair) {
        this.permits = permits;
        this.fair = fair;
    }

    private static void check(int count) {
        if (count < 0) {
            throw new IllegalArgumentException();
        }
    }

    /** Take permits unless there are too few or others, in a fair semaphore, wait before. */
    private boolean tryTake(int count, WaitQueue.Waiter waiter, boolean queued) {
        if (queued && waiters.isBehind(waiter) || permits < count) {
            return false;
        }
        permits -= count;
        return true;
    }

    /** Take permits: 0 when taken, 1 when the time was over, 2 when interrupted. */
    private int take(int count, boolean timed) {
        Atomic.begin();
        if (tryTake(count, null, fair)) {
            Atomic.end();
            return 0;
        }
        WaitQueue.Waiter waiter = waiters.append(false);
        int reason = 0;
        boolean taken = false;
        while (reason == 0 && !taken) {
            taken = tryTake(count, waiter, true);
            if (!taken) {
                reason = timed ? Locks.parkTimed(waiter) : Locks.park(waiter);
                Atomic.end();
                Atomic.begin();
            }
        }
        if (reason == 1) {
            taken = tryTake(count, waiter, true);
        }
        waiters.remove(waiter);
        waiters.wakeFirst();
        Atomic.end();
        return taken ? 0 : reason;
    }

    public void acquire() throws InterruptedException {
        acquire(1);
    }

    public void acquire(int count) throws InterruptedException {
        check(count);
        if (Thread.interrupted() || take(count, false) != 0) {
            throw new InterruptedException();
        }
    }

    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    public void acquireUninterruptibly(int count) {
        check(count);
        boolean interrupted = false;
        while (take(count, false) != 0) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    public boolean tryAcquire(int count) {
        check(count);
        Atomic.begin();
        boolean taken = tryTake(count, null, false);
        Atomic.end();
        return taken;
    }

    public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, time, unit);
    }

    public boolean tryAcquire(int count, long time, TimeUnit unit) throws InterruptedException {
        check(count);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (unit.toNanos(time) <= 0) {
            return tryAcquire(count);
        }
        int reason = take(count, true);
        if (reason == 2) {
            throw new InterruptedException();
        }
        return reason == 0;
    }

    public void release() {
        release(1);
    }

    public void release(int count) {
        check(count);
        Atomic.begin();
        boolean overflows = permits + count < permits;
        if (!overflows) {
            permits += count;
            waiters.wakeFirst();
        }
        Atomic.end();
        if (overflows) {
            throw new Error("Maximum permit count exceeded");
        }
    }

    public int availablePermits() {
        return permits;
    }

    public int drainPermits() {
        Atomic.begin();
        int count = permits;
        permits = 0;
        Atomic.end();
        return count;
    }

    protected void reducePermits(int count) {
        check(count);
        Atomic.begin();
        permits -= count;
        Atomic.end();
    }

    public boolean isFair() {
        return fair;
    }

    public final boolean hasQueuedThreads() {
        return !waiters.isEmpty();
    }

    public final int getQueueLength() {
        Atomic.begin();
        int count = waiters.size();
        Atomic.end();
        return count;
    }
}
