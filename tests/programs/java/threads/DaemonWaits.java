// A daemon that waits for ever does not keep the program from its end.
class DaemonWaits {
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
    }
}
