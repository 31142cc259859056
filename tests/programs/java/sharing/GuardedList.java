import java.util.ArrayList;
import java.util.List;

/** One list that is made for one thread: filled before the others start, changed under a lock, read at the end. */
public class GuardedList {
    private final List<Integer> list = new ArrayList<>();

    synchronized void add(int value) {
        list.add(value);
    }

    public static void main(String[] arguments) throws InterruptedException {
        GuardedList one = new GuardedList();
        one.list.add(1);
        Thread other = new Thread(() -> one.add(2));
        other.start();
        one.add(3);
        other.join();
        assert one.list.size() == 3;
    }
}
