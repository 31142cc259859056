// A waiting thread that is interrupted and then notified throws, or returns with the interrupt pending (JLS 17.2.4).
class InterruptedAndNotified {
    static int ends;

    public static void main(String[] args) throws InterruptedException {
        Object monitor = new Object();
        Thread thread = new Thread(() -> {
            synchronized (monitor) {
                try {
                    monitor.wait();
                    ends = Thread.currentThread().isInterrupted() ? 1 : 3;
                } catch (InterruptedException e) {
                    ends = Thread.currentThread().isInterrupted() ? 4 : 2;
                }
            }
        });
        thread.start();
        thread.interrupt();
        synchronized (monitor) {
            monitor.notify();
        }
        thread.join();
        assert ends == 1 || ends == 2;
    }
}
