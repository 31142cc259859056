/** Two producers and two consumers share a buffer with room for two items. */
class Buffer {
    private final int[] items = new int[2];
    private int first;
    private int count;

    synchronized void put(int item) throws InterruptedException {
        while (count == items.length) {
            wait();
        }
        items[(first + count) % items.length] = item;
        count++;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        int item = items[first];
        first = (first + 1) % items.length;
        count--;
        notifyAll();
        return item;
    }
}

class Producer extends Thread {
    private final Buffer buffer;

    Producer(Buffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public void run() {
        try {
            buffer.put(1);
            buffer.put(2);
        } catch (InterruptedException e) {
            throw new AssertionError();
        }
    }
}

class Consumer extends Thread {
    private final Buffer buffer;

    Consumer(Buffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public void run() {
        try {
            int sum = buffer.take() + buffer.take();
            assert sum >= 2 && sum <= 4;
        } catch (InterruptedException e) {
            throw new AssertionError();
        }
    }
}

class BoundedBuffer {
    public static void main(String[] args) {
        Buffer buffer = new Buffer();
        new Producer(buffer).start();
        new Producer(buffer).start();
        new Consumer(buffer).start();
        new Consumer(buffer).start();
    }
}
