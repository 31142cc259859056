import java.util.ArrayDeque;

/** The model of this queue fails where the JDK's cannot: what two threads do to it at once refutes nothing. */
public class SharedQueue {
    public static void main(String[] arguments) throws InterruptedException {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(1);
        Thread other = new Thread(() -> queue.add(2));
        other.start();
        queue.poll();
        other.join();
    }
}
