// A timed wait for a condition can end by the signal, which comes while the thread waits.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class TimedConditionSignalled {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread other = new Thread(() -> {
            lock.lock();
            condition.signal();
            lock.unlock();
        });
        lock.lock();
        other.start();
        boolean signalled = condition.await(1, TimeUnit.SECONDS);
        assert !signalled; // violated: assert
        lock.unlock();
    }
}
