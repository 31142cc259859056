// A buffer with room for one message between two producers and one consumer. Nothing is lost or doubled, and nobody
// waits for ever: proved for every schedule.
//
//     vexil check examples/java/BoundedBuffer.java -p assert -p deadlock
//
// Try it with "if" instead of "while", with notify() instead of notifyAll(), or without synchronized.
import java.util.ArrayDeque;
import java.util.Deque;

class Buffer {
    private final Deque<Integer> messages = new ArrayDeque<>();
    private final int room;

    Buffer(int room) {
        this.room = room;
    }

    synchronized void put(int message) throws InterruptedException {
        while (messages.size() == room) {
            wait();
        }
        messages.addLast(message);
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (messages.isEmpty()) {
            wait();
        }
        int message = messages.removeFirst();
        notifyAll();
        return message;
    }
}

class Producer extends Thread {
    private final Buffer buffer;
    private final int message;

    Producer(Buffer buffer, int message) {
        this.buffer = buffer;
        this.message = message;
    }

    @Override
    public void run() {
        try {
            buffer.put(message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

class BoundedBuffer {
    public static void main(String[] args) throws InterruptedException {
        Buffer buffer = new Buffer(1);
        new Producer(buffer, 1).start();
        new Producer(buffer, 2).start();
        int first = buffer.take();
        int second = buffer.take();
        assert first + second == 3 && first != second : "a message was lost or doubled";
    }
}
