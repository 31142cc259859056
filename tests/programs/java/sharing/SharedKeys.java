import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The view of a map's keys is as little made for two threads as the map. */
public class SharedKeys {
    public static void main(String[] arguments) throws InterruptedException {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(1, 1);
        Set<Integer> keys = map.keySet();
        Thread other = new Thread(() -> keys.remove(1));
        other.start();
        keys.contains(1);
        other.join();
        assert map.isEmpty();
    }
}
