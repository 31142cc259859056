import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Two threads move one iterator over a list that nobody changes. */
public class SharedIterator {
    public static void main(String[] arguments) throws InterruptedException {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        list.add(2);
        Iterator<Integer> each = list.iterator();
        Thread other = new Thread(() -> each.next());
        other.start();
        each.next();
        other.join();
    }
}
