import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What locks and semaphores say to a single thread. */
public class LocksInOneThread {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (NullPointerException | ClassCastException exception) {
            System.out.println(what + " fails: " + exception.getClass().getName());
        } catch (Exception exception) {
            System.out.println(what + " fails: " + exception.getClass().getName() + ", " + exception.getMessage());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        show("new", lock.isLocked() + " " + lock.isHeldByCurrentThread() + " " + lock.isFair());
        lock.lock();
        show("held", lock.isLocked() + " " + lock.isHeldByCurrentThread() + " " + lock.tryLock());
        lock.unlock();
        show("held still", lock.isLocked());
        lock.unlock();
        show("free", lock.isLocked() + " " + lock.tryLock(1, TimeUnit.SECONDS));
        lock.lockInterruptibly();
        lock.unlock();
        lock.unlock();
        attempt("unlock", () -> {
            lock.unlock();
            return "";
        });
        Condition condition = lock.newCondition();
        attempt("signal", () -> {
            condition.signal();
            return "";
        });
        attempt("await", () -> {
            condition.await();
            return "";
        });
        lock.lock();
        condition.signal();
        condition.signalAll();
        show("timed out", condition.await(1, TimeUnit.MILLISECONDS) + " " + (condition.awaitNanos(1000) <= 0) + " " + lock.isHeldByCurrentThread());
        lock.unlock();
        Thread.currentThread().interrupt();
        attempt("interrupted", () -> {
            lock.lockInterruptibly();
            return "";
        });
        show("flag", Thread.currentThread().isInterrupted());
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        both.readLock().lock();
        both.readLock().lock();
        show("readers", both.getReadLockCount() + " " + both.getReadHoldCount() + " " + both.writeLock().tryLock());
        both.readLock().unlock();
        both.readLock().unlock();
        attempt("end of reading", () -> {
            both.readLock().unlock();
            return "";
        });
        both.writeLock().lock();
        both.readLock().lock();
        show("downgrade", both.isWriteLocked() + " " + both.isWriteLockedByCurrentThread() + " " + both.getWriteHoldCount() + both.getReadHoldCount());
        both.writeLock().unlock();
        show("reading", both.isWriteLocked() + " " + both.getReadLockCount() + " " + both.readLock().tryLock());
        attempt("end of writing", () -> {
            both.writeLock().unlock();
            return "";
        });
        attempt("condition of readers", () -> both.readLock().newCondition());
        Semaphore semaphore = new Semaphore(2);
        semaphore.acquire();
        show("semaphore", semaphore.availablePermits() + " " + semaphore.tryAcquire() + semaphore.tryAcquire() + " " + semaphore.availablePermits());
        semaphore.release(3);
        show("released", semaphore.availablePermits() + " " + semaphore.tryAcquire(4) + semaphore.tryAcquire(2, 1, TimeUnit.MILLISECONDS) + " " + semaphore.drainPermits());
        show("no permit", semaphore.tryAcquire(1, TimeUnit.MILLISECONDS) + " " + new Semaphore(-1).availablePermits());
        attempt("negative", () -> semaphore.tryAcquire(-1));
    }
}
