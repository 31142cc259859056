// A thread that is interrupted and then signalled throws, or returns from await with the interrupt pending.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class InterruptedAndSignalled {
    static int ends;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread thread = new Thread(() -> {
            lock.lock();
            try {
                condition.await();
                ends = Thread.currentThread().isInterrupted() ? 1 : 3;
            } catch (InterruptedException e) {
                ends = Thread.currentThread().isInterrupted() ? 4 : 2;
            } finally {
                lock.unlock();
            }
        });
        thread.start();
        thread.interrupt();
        lock.lock();
        condition.signal();
        lock.unlock();
        thread.join();
        assert ends == 1 || ends == 2;
    }
}
