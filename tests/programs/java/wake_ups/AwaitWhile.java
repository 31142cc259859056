import java.util.concurrent.locks.*;
class AwaitWhile {
    static boolean ready;
    static final Lock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    public static void main(String[] arguments) throws InterruptedException {
        new Thread(() -> { lock.lock(); try { ready = true; changed.signal(); } finally { lock.unlock(); } }).start();
        lock.lock();
        try {
            while (!ready) changed.await();
            assert ready;
        } finally {
            lock.unlock();
        }
    }
}
