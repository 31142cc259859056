// A timed wait that nobody notifies is no deadlock.
class TimedWaitEnds {
    public static void main(String[] args) throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(10);
        }
    }
}
