package java.util.concurrent.locks;

/** Two locks, one for many readers, one for a single writer. */
public interface ReadWriteLock {
    Lock readLock();

    Lock writeLock();
}
