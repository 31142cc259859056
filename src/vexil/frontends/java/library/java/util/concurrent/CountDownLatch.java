package java.util.concurrent;

import vexil.Atomic;
import vexil.Locks;
import vexil.Threads;

/** A count that threads wait for to become zero. */
public class CountDownLatch {
    private final Object waiters = new Object();
    private volatile int count;

    public CountDownLatch(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count < 0");
        }
        this.count = count;
    }

    public void await() throws InterruptedException {
        await(false);
    }

    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        if (unit.toNanos(time) <= 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return count == 0;
        }
        return await(true);
    }

    private boolean await(boolean timed) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        int reason = 0;
        Atomic.begin();
        if (count != 0) {
            reason = timed ? Locks.parkTimed(waiters) : Locks.park(waiters);
        }
        boolean open = count == 0;
        Atomic.end();
        if (reason == 2) {
            throw new InterruptedException();
        }
        return open;
    }

    public void countDown() {
        Atomic.begin();
        if (count > 0) {
            count--;
            if (count == 0) {
                Threads.notifyEvery(waiters);
            }
        }
        Atomic.end();
    }

    public long getCount() {
        return count;
    }
}
