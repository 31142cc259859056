package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import vexil.Atomic;
import vexil.Locks;
import vexil.WaitQueue;

/**
 * Two locks that their holders may acquire again, one for many readers, one for a single writer.
 *
 * <p>As in the JDK a new reader waits behind a writer that is the first to wait, and the writer may read too.
 */
public class ReentrantReadWriteLock implements ReadWriteLock {
    private final boolean fair;
    private final WaitQueue waiters = new WaitQueue();
    private final ReadLock readLock = new ReadLock(this);
    private final WriteLock writeLock = new WriteLock(this);
    private Thread writer;
    private int writes;
    private Reader readers;

    /** A thread that reads, and how often. */
    private static class Reader {
        final Thread thread;
        int count;
        Reader next;

        Reader(Thread thread, Reader next) {
            this.thread = thread;
            this.next = next;
        }
    }

    public ReentrantReadWriteLock() {
        this(false);
    }

    public ReentrantReadWriteLock(boolean fair) {
        this.fair = fair;
    }

    public ReadLock readLock() {
        return readLock;
    }

    public WriteLock writeLock() {
        return writeLock;
    }

    // --- all of these are called in atomic sections ------------------------------------------------------

    private Reader reader(Thread thread) {
        Reader reader = readers;
        while (reader != null && reader.thread != thread) {
            reader = reader.next;
        }
        return reader;
    }

    private boolean tryRead(Thread self) {
        if (writer != null && writer != self) {
            return false;
        }
        Reader reader = reader(self);
        if (reader == null) {
            reader = new Reader(self, readers);
            readers = reader;
        }
        reader.count++;
        return true;
    }

    private boolean tryWrite(Thread self) {
        if (writer == self) {
            writes++;
            return true;
        }
        if (writer != null || readers != null) {
            return false;
        }
        writer = self;
        writes = 1;
        return true;
    }

    private boolean tryAcquire(Thread self, boolean exclusive) {
        return exclusive ? tryWrite(self) : tryRead(self);
    }

    /** Whether a thread that comes has to wait although the lock may be free. */
    private boolean mustQueue(Thread self, boolean exclusive) {
        if (writer == self || !exclusive && reader(self) != null) {
            return false;
        }
        return fair ? !waiters.isEmpty() : !exclusive && waiters.firstIsExclusive();
    }

    private boolean endRead(Thread self) {
        Reader reader = reader(self);
        if (reader == null) {
            return false;
        }
        reader.count--;
        if (reader.count == 0) {
            if (readers == reader) {
                readers = reader.next;
            } else {
                Reader before = readers;
                while (before.next != reader) {
                    before = before.next;
                }
                before.next = reader.next;
            }
        }
        if (readers == null) {
            waiters.wakeFirst();
        }
        return true;
    }

    private void endWrite() {
        writes--;
        if (writes == 0) {
            writer = null;
            waiters.wakeFirst();
        }
    }

    // --- waiting -----------------------------------------------------------------------------------------

    /** Acquire: 0 when acquired, 1 when the time was over, 2 when interrupted. */
    private int acquire(boolean exclusive, boolean timed) {
        Thread self = Thread.currentThread();
        Atomic.begin();
        if (!mustQueue(self, exclusive) && tryAcquire(self, exclusive)) {
            Atomic.end();
            return 0;
        }
        WaitQueue.Waiter waiter = waiters.append(exclusive);
        int reason = 0;
        boolean acquired = false;
        while (reason == 0 && !acquired) {
            if (waiters.isBehind(waiter) || !tryAcquire(self, exclusive)) {
                reason = timed ? Locks.parkTimed(waiter) : Locks.park(waiter);
                Atomic.end();
                Atomic.begin();
            } else {
                acquired = true;
            }
        }
        if (!acquired && reason == 1 && !waiters.isBehind(waiter)) {
            acquired = tryAcquire(self, exclusive);
        }
        waiters.remove(waiter);
        if (!acquired || !waiters.firstIsExclusive()) {
            waiters.wakeFirst();
        }
        Atomic.end();
        return acquired ? 0 : reason;
    }

    private void acquire(boolean exclusive) {
        boolean interrupted = false;
        while (acquire(exclusive, false) != 0) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void acquireInterruptibly(boolean exclusive) throws InterruptedException {
        if (Thread.interrupted() || acquire(exclusive, false) != 0) {
            throw new InterruptedException();
        }
    }

    private boolean tryNow(boolean exclusive) {
        Thread self = Thread.currentThread();
        Atomic.begin();
        boolean acquired = tryAcquire(self, exclusive);
        Atomic.end();
        return acquired;
    }

    private boolean tryFor(boolean exclusive, long time, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (unit.toNanos(time) <= 0) {
            return tryNow(exclusive);
        }
        int reason = acquire(exclusive, true);
        if (reason == 2) {
            throw new InterruptedException();
        }
        return reason == 0;
    }

    public final boolean isFair() {
        return fair;
    }

    public boolean isWriteLocked() {
        return writer != null;
    }

    public boolean isWriteLockedByCurrentThread() {
        return writer == Thread.currentThread();
    }

    public int getWriteHoldCount() {
        return isWriteLockedByCurrentThread() ? writes : 0;
    }

    public int getReadHoldCount() {
        Thread self = Thread.currentThread();
        Atomic.begin();
        Reader reader = reader(self);
        int count = reader == null ? 0 : reader.count;
        Atomic.end();
        return count;
    }

    public int getReadLockCount() {
        int count = 0;
        Atomic.begin();
        for (Reader reader = readers; reader != null; reader = reader.next) {
            count += reader.count;
        }
        Atomic.end();
        return count;
    }

    /** The lock of the readers. */
    public static class ReadLock implements Lock {
        private final ReentrantReadWriteLock both;

        protected ReadLock(ReentrantReadWriteLock both) {
            this.both = both;
        }

        public void lock() {
            both.acquire(false);
        }

        public void lockInterruptibly() throws InterruptedException {
            both.acquireInterruptibly(false);
        }

        public boolean tryLock() {
            return both.tryNow(false);
        }

        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return both.tryFor(false, time, unit);
        }

        public void unlock() {
            Thread self = Thread.currentThread();
            Atomic.begin();
            boolean ended = both.endRead(self);
            Atomic.end();
            if (!ended) {
                throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
            }
        }

        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    /** The lock of the writer. */
    public static class WriteLock implements Lock {
        private final ReentrantReadWriteLock both;

        protected WriteLock(ReentrantReadWriteLock both) {
            this.both = both;
        }

        public void lock() {
            both.acquire(true);
        }

        public void lockInterruptibly() throws InterruptedException {
            both.acquireInterruptibly(true);
        }

        public boolean tryLock() {
            return both.tryNow(true);
        }

        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return both.tryFor(true, time, unit);
        }

        public void unlock() {
            if (!both.isWriteLockedByCurrentThread()) {
                throw new IllegalMonitorStateException();
            }
            Atomic.begin();
            both.endWrite();
            Atomic.end();
        }

        public boolean isHeldByCurrentThread() {
            return both.isWriteLockedByCurrentThread();
        }

        public int getHoldCount() {
            return both.getWriteHoldCount();
        }

        public Condition newCondition() {
            return new LockCondition() {
                boolean held() {
                    return both.isWriteLockedByCurrentThread();
                }

                int release() {
                    int count = both.writes;
                    both.writes = 1;
                    both.endWrite();
                    return count;
                }

                void acquire(int count) {
                    both.acquire(true);
                    both.writes = count;
                }
            };
        }
    }
}
