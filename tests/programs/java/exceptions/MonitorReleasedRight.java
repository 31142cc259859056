// The method throws inside the monitor, and both callers handle it.
class MonitorReleasedRight {
    private int[] slots = new int[1];
    private int used;
    private int refused;

    synchronized void add(int value) {
        slots[used] = value;
        used++;
    }

    void offer(int value) {
        try {
            add(value);
        } catch (ArrayIndexOutOfBoundsException e) {
            synchronized (this) {
                refused++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        MonitorReleasedRight store = new MonitorReleasedRight();
        Thread other = new Thread(() -> store.offer(1));
        other.start();
        store.offer(2);
        other.join();
        assert store.used == 1 && store.refused == 1;
    }
}
