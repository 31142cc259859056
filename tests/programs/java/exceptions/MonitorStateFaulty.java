// notify() without the monitor.
class MonitorStateFaulty {
    private static final Object lock = new Object();

    public static void main(String[] args) {
        synchronized (lock) {
            lock.notifyAll();
        }
        lock.notifyAll();
    }
}
