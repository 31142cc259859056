// A producer hands numbers to a consumer through a list.
// The consumer looks at the list and waits in one synchronized block, so no notification can pass in between.
import java.util.LinkedList;

class ProducerConsumerRight {
    static final int ITEMS = 2;

    private final LinkedList<Integer> queue = new LinkedList<>();

    void add(int item) {
        synchronized (queue) {
            queue.addLast(item);
            queue.notify();
        }
    }

    int remove() throws InterruptedException {
        synchronized (queue) {
            while (queue.isEmpty()) {
                queue.wait();
            }
            return queue.removeFirst();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ProducerConsumerRight shared = new ProducerConsumerRight();
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
