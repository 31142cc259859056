import java.util.concurrent.ConcurrentHashMap;

/** One key is removed by one thread, however many try. */
public class KeyRemovedOnce {
    static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    static boolean other;

    public static void main(String[] arguments) throws InterruptedException {
        map.put(1, 2);
        Thread thread = new Thread(() -> other = map.keySet().remove(1));
        thread.start();
        boolean mine = map.keySet().remove(1);
        thread.join();
        assert mine != other && map.isEmpty();
    }
}
