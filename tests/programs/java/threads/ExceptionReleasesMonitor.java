// An exception that leaves a synchronized block releases the monitor.
class ExceptionReleasesMonitor {
    static int calls;

    static void call() {
        try {
            synchronized (ExceptionReleasesMonitor.class) {
                calls++;
                throw new IllegalStateException();
            }
        } catch (IllegalStateException expected) {
            return;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            call();
        });
        Thread second = new Thread(() -> {
            call();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert calls == 2;
    }
}
