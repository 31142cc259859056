// A buffer for one item whose producers and consumers wait on the same monitor.
// Faulty: take() wakes one thread, which may be the other consumer instead of the producer. That consumer finds the
// buffer empty and waits again, and nobody is left to wake the producer.
class BoundedBuffer<T> {
    private final Object[] items;
    private int first;
    private int count;

    BoundedBuffer(int capacity) {
        items = new Object[capacity];
    }

    synchronized void put(T item) throws InterruptedException {
        while (count == items.length) {
            wait();
        }
        items[(first + count) % items.length] = item;
        count++;
        notify();
    }

    @SuppressWarnings("unchecked")
    synchronized T take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        T item = (T) items[first];
        items[first] = null;
        first = (first + 1) % items.length;
        count--;
        notify();
        return item;
    }
}

class Consumer extends Thread {
    private final BoundedBuffer<String> buffer;

    Consumer(BoundedBuffer<String> buffer) {
        this.buffer = buffer;
    }

    @Override
    public void run() {
        try {
            String item = buffer.take();
            assert item != null : "an empty slot was taken";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

class BoundedBufferFaulty {
    public static void main(String[] args) throws InterruptedException {
        BoundedBuffer<String> buffer = new BoundedBuffer<>(1);
        Thread left = new Consumer(buffer);
        Thread right = new Consumer(buffer);
        left.start();
        right.start();
        buffer.put("first");
        buffer.put("second");
        left.join();
        right.join();
    }
}
