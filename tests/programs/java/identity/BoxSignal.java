/** Waiting on one box of a value and notifying another: one object, so the signal arrives and the monitor is held. */
public class BoxSignal {
    static boolean ready;

    public static void main(String[] arguments) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            Boolean signal = true;
            synchronized (signal) {
                while (!ready) {
                    try {
                        signal.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        });
        waiter.start();
        Object other = !ready || arguments.length == 0;
        synchronized (Boolean.TRUE) {
            ready = true;
            other.notifyAll();
        }
        waiter.join();
    }
}
