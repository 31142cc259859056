import java.util.concurrent.locks.ReentrantLock;
class SpinTryLock {
    static final ReentrantLock lock = new ReentrantLock();
    static void once() {
        while (!lock.tryLock()) { }
        lock.unlock();
    }
    public static void main(String[] arguments) {
        new Thread(SpinTryLock::once).start();
        once();
    }
}
