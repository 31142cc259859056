// join gives the monitor of the thread object back while it waits, as wait does.
class JoinReleasesMonitor extends Thread {
    private int result;

    public void run() {
        synchronized (this) {
            result = 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        JoinReleasesMonitor thread = new JoinReleasesMonitor();
        thread.start();
        synchronized (thread) {
            thread.join();
            assert thread.result == 1;
        }
    }
}
