import java.util.ArrayList;
import java.util.List;

/** Two threads change one list that is made for one: nothing is proved about it. */
public class SharedList {
    static final List<Integer> list = new ArrayList<>();

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> list.add(1));
        other.start();
        list.add(2);
        other.join();
        assert list.size() <= 2;
    }
}
