import java.util.LinkedHashMap;
import java.util.Map;

/** To look something up in a map that is ordered by access changes the map. */
public class OrderedByAccess {
    public static void main(String[] arguments) throws InterruptedException {
        Map<Integer, Integer> map = new LinkedHashMap<>(16, 0.75f, true);
        map.put(1, 1);
        map.put(2, 2);
        Thread other = new Thread(() -> map.get(1));
        other.start();
        map.get(2);
        other.join();
        assert map.size() == 2;
    }
}
