import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two threads that wait for each other in every way; the output is the same for every schedule. */
public class LocksAmongThreads {
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

    static int total;
    static int turn;

    static Thread started(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    static void handOver() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        Thread other = started(() -> {
            for (int round = 0; round < 2; round++) {
                lock.lock();
                while (turn != 1) {
                    changed.awaitUninterruptibly();
                }
                total += 10;
                turn = 0;
                changed.signal();
                lock.unlock();
            }
        });
        for (int round = 0; round < 2; round++) {
            lock.lock();
            try {
                while (turn != 0) {
                    changed.await();
                }
                show("turn", total);
                turn = 1;
                changed.signal();
            } finally {
                lock.unlock();
            }
        }
        other.join();
        show("handed over", total);
    }

    static void latch() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        for (int index = 0; index < 2; index++) {
            started(() -> latch.countDown());
        }
        latch.await();
        latch.countDown();
        show("latch", latch.getCount());
    }

    static void barrier() throws InterruptedException, BrokenBarrierException {
        int[] trips = new int[1];
        CyclicBarrier barrier = new CyclicBarrier(2, () -> trips[0]++);
        Thread other = started(() -> {
            try {
                barrier.await();
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException exception) {
                show("never", exception);
            }
        });
        barrier.await();
        barrier.await();
        other.join();
        show("barrier", trips[0] + " " + barrier.getParties() + " " + barrier.isBroken() + " " + barrier.getNumberWaiting());
    }

    static void semaphore() throws InterruptedException {
        Semaphore full = new Semaphore(0);
        int[] slot = new int[1];
        Thread other = started(() -> {
            slot[0] = 7;
            full.release(2);
        });
        full.acquire(2);
        show("semaphore", slot[0]);
        other.join();
    }

    static void readers() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int[] value = new int[1];
        lock.readLock().lock();
        Thread writer = started(() -> {
            lock.writeLock().lock();
            value[0]++;
            lock.writeLock().unlock();
        });
        show("while reading", value[0]);
        lock.readLock().unlock();
        writer.join();
        lock.readLock().lock();
        show("written", value[0]);
        lock.readLock().unlock();
    }

    static void interrupted() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        String[] said = new String[1];
        Thread other = started(() -> {
            try {
                lock.lockInterruptibly();
                said[0] = "locked";
            } catch (InterruptedException exception) {
                said[0] = "interrupted";
            }
        });
        other.interrupt();
        other.join();
        lock.unlock();
        show("waiting thread", said[0]);
    }

    public static void main(String[] args) throws Exception {
        handOver();
        latch();
        barrier();
        semaphore();
        readers();
        interrupted();
        CyclicBarrier single = new CyclicBarrier(1);
        show("alone", single.await());
        attempt("barrier of none", () -> new CyclicBarrier(0));
        attempt("latch below zero", () -> new CountDownLatch(-1));
    }
}
