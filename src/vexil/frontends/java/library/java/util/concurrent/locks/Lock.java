package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

/** Mutual exclusion that is not bound to a block. */
public interface Lock {
    void lock();

    void lockInterruptibly() throws InterruptedException;

    boolean tryLock();

    boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

    void unlock();

    Condition newCondition();
}
