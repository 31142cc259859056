class WaitIf {
    static boolean ready;
    static final Object lock = new Object();
    public static void main(String[] arguments) throws InterruptedException {
        new Thread(() -> { synchronized (lock) { ready = true; lock.notify(); } }).start();
        synchronized (lock) {
            if (!ready) lock.wait();
            assert ready;
        }
    }
}
