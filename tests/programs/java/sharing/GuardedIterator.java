import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Two threads move one iterator, but never at the same time. */
public class GuardedIterator {
    public static void main(String[] arguments) throws InterruptedException {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        list.add(2);
        Iterator<Integer> each = list.iterator();
        Thread other = new Thread(() -> {
            synchronized (each) {
                each.next();
            }
        });
        other.start();
        synchronized (each) {
            each.next();
        }
        other.join();
        assert !each.hasNext();
    }
}
