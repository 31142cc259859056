import java.util.concurrent.ConcurrentLinkedQueue;

/** One element is removed by one thread, however many try. */
public class RemovedOnce {
    static final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
    static boolean other;

    public static void main(String[] arguments) throws InterruptedException {
        queue.add("a");
        Thread thread = new Thread(() -> other = queue.remove("a"));
        thread.start();
        boolean mine = queue.remove("a");
        thread.join();
        assert mine != other;
    }
}
