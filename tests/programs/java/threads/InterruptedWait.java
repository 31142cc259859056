// A thread that is interrupted before or while it waits gets the exception, and the flag is clear.
class InterruptedWait {
    static int ends;

    public static void main(String[] args) throws InterruptedException {
        Object monitor = new Object();
        Thread thread = new Thread(() -> {
            synchronized (monitor) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    ends = Thread.currentThread().isInterrupted() ? 2 : 1;
                }
            }
        });
        thread.start();
        thread.interrupt();
        thread.join();
        assert ends == 1;
    }
}
