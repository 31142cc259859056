package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import vexil.Atomic;
import vexil.Locks;
import vexil.Threads;

/**
 * A lock that its holder may acquire again.
 *
 * <p>A fair lock may be acquired in any order too: which thread came first to wait cannot be seen from outside. How
 * often a lock is held, and who waits for it, cannot be asked.
 */
public class ReentrantLock implements Lock {
    private final Sync sync = new Sync();
    private final boolean fair;
    /** Whether a thread ever waited for this lock so that it can be interrupted. */
    private volatile boolean watched;

    /** What stands for the lock, so that synchronized (lock) is another one. */
    private static final class Sync {
    }

    public ReentrantLock() {
        fair = false;
    }

    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    public void lock() {
        Locks.lock(sync);
    }

    public boolean tryLock() {
        Atomic.begin();
        boolean free = !Locks.locked(sync) || Threads.holds(sync);
        if (free) {
            Locks.lock(sync);
        }
        Atomic.end();
        return free;
    }

    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        watched = true;
        while (!tryLock()) {
            boolean interrupted = false;
            Atomic.begin();
            if (Locks.locked(sync)) {
                interrupted = Locks.park(sync) == 2;
            }
            Atomic.end();
            if (interrupted) {
                throw new InterruptedException();
            }
        }
    }

    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (tryLock()) {
            return true;
        }
        if (unit.toNanos(time) <= 0) {
            return false;
        }
        if (Threads.sleep()) {
            throw new InterruptedException();
        }
        return tryLock();
    }

    public void unlock() {
        if (!Threads.holds(sync)) {
            throw new IllegalMonitorStateException();
        }
        Locks.unlock(sync);
        if (watched) {
            Threads.notifyEvery(sync);
        }
    }

    public Condition newCondition() {
        return new LockCondition() {
            boolean held() {
                return Threads.holds(sync);
            }

            int release() {
                int count = 0;
                while (Threads.holds(sync)) {
                    unlock();
                    count++;
                }
                return count;
            }

            void acquire(int count) {
                for (int held = 0; held < count; held++) {
                    lock();
                }
            }
        };
    }

    public boolean isLocked() {
        return Locks.locked(sync);
    }

    public boolean isHeldByCurrentThread() {
        return Threads.holds(sync);
    }

    public final boolean isFair() {
        return fair;
    }
}
