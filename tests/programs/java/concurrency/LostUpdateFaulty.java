// Two threads count visitors.
// Faulty: reading and writing the counter are synchronized, but each for itself. Both threads can read the same number
// and then write the same successor.
class Counter {
    private int value;

    synchronized int get() {
        return value;
    }

    synchronized void set(int value) {
        this.value = value;
    }

    void increment() {
        set(get() + 1);
    }
}

class Gate implements Runnable {
    private final Counter counter;
    private final int visitors;

    Gate(Counter counter, int visitors) {
        this.counter = counter;
        this.visitors = visitors;
    }

    @Override
    public void run() {
        for (int i = 0; i < visitors; i++) {
            counter.increment();
        }
    }
}

class LostUpdateFaulty {
    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        Thread north = new Thread(new Gate(counter, 2), "north");
        Thread south = new Thread(new Gate(counter, 1), "south");
        north.start();
        south.start();
        north.join();
        south.join();
        assert counter.get() == 3 : "counted " + counter.get(); // violated: assert
    }
}
