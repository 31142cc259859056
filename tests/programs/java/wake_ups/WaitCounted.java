// What a loop counts around a wait does not keep it from testing again.
class WaitCounted {
    static boolean ready;
    static int waiting;
    static final Object lock = new Object();

    static boolean isReady() {
        synchronized (lock) {
            return ready;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(() -> {
            synchronized (lock) {
                assert waiting <= 1;
                ready = true;
                lock.notifyAll();
            }
        }).start();
        synchronized (lock) {
            while (!isReady()) {
                waiting++;
                lock.wait();
                waiting--;
            }
            assert ready && waiting == 0;
        }
    }
}
