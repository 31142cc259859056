// A thread ends with an exception inside a synchronized method; the monitor is free again, so nobody is blocked.
class MonitorReleasedFaulty {
    private int[] slots = new int[1];
    private int used;

    synchronized void add(int value) {
        slots[used] = value;
        used++;
    }

    public static void main(String[] args) throws InterruptedException {
        MonitorReleasedFaulty store = new MonitorReleasedFaulty();
        Thread other = new Thread(() -> store.add(1));
        other.start();
        store.add(2);
        other.join();
    }
}
