// A producer hands numbers to a consumer through a list.
// Faulty: the consumer looks at the list before it takes the monitor. What is added in between is announced to nobody,
// and the consumer waits for a notification that has passed.
import java.util.LinkedList;

class ProducerConsumerFaulty {
    static final int ITEMS = 2;

    private final LinkedList<Integer> queue = new LinkedList<>();

    void add(int item) {
        synchronized (queue) {
            queue.addLast(item);
            queue.notify();
        }
    }

    int remove() throws InterruptedException {
        while (queue.isEmpty()) {
            synchronized (queue) {
                queue.wait();
            }
        }
        synchronized (queue) {
            return queue.removeFirst();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ProducerConsumerFaulty shared = new ProducerConsumerFaulty();
        Thread producer = new Thread(() -> {
            for (int i = 1; i <= ITEMS; i++) {
                shared.add(i);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < ITEMS; i++) {
            sum += shared.remove();
        }
        producer.join();
        assert sum == 3 : "an item was lost";
    }
}
