// The main thread waits for a daemon that waits for ever.
class DaemonIsJoined {
    public static void main(String[] args) throws InterruptedException {
        Object monitor = new Object();
        Thread helper = new Thread(() -> {
            synchronized (monitor) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        helper.setDaemon(true);
        helper.start();
        helper.join();
    }
}
