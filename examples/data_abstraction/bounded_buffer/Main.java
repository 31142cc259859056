// A buffer of three cells between a producer and a consumer that never end. What the cells hold does not matter here,
// so only the positions of the next cell to fill and to empty are kept, how many are full, and how many ever were.
class Buffer {
    static final int ROOM = 3;

    private int head;
    private int tail;
    private int size;
    private int total; // grows without bound

    synchronized void put() throws InterruptedException {
        while (size == ROOM) {
            wait();
        }
        tail = tail == ROOM - 1 ? 0 : tail + 1;
        size++;
        total++;
        check();
        notifyAll();
    }

    synchronized void take() throws InterruptedException {
        while (size == 0) {
            wait();
        }
        head = head == ROOM - 1 ? 0 : head + 1;
        size--;
        check();
        notifyAll();
    }

    // The positions meet when the buffer is empty or full, and only then.
    private void check() {
        assert size >= 0 && size <= ROOM;
        if (head == tail) {
            assert size == 0 || size == ROOM;
        } else {
            assert size != 0 && size != ROOM;
        }
    }
}

class Producer extends Thread {
    private final Buffer buffer;

    Producer(Buffer buffer) {
        this.buffer = buffer;
    }

    public void run() {
        try {
            while (true) {
                buffer.put();
            }
        } catch (InterruptedException e) {
            return;
        }
    }
}

class Consumer extends Thread {
    private final Buffer buffer;

    Consumer(Buffer buffer) {
        this.buffer = buffer;
    }

    public void run() {
        try {
            while (true) {
                buffer.take();
            }
        } catch (InterruptedException e) {
            return;
        }
    }
}

class Main {
    public static void main(String[] args) {
        Buffer buffer = new Buffer();
        new Producer(buffer).start();
        new Consumer(buffer).start();
    }
}
