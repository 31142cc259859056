// notify() with the monitor, taken twice.
class MonitorStateRight {
    private static final Object lock = new Object();

    public static void main(String[] args) {
        synchronized (lock) {
            synchronized (lock) {
                lock.notify();
            }
            lock.notifyAll();
        }
    }
}
