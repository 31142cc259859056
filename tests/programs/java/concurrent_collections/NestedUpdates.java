import java.util.concurrent.ConcurrentHashMap;

/** A function may change other bins of the map it computes a value for; in its own bin that fails. */
public class NestedUpdates {
    static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    static int failures;

    public static void main(String[] arguments) {
        assert map.computeIfAbsent(1, key -> map.computeIfAbsent(2, other -> 5)) == 5 && map.size() == 2;
        try {
            map.computeIfAbsent(6, key -> map.computeIfAbsent(22, other -> 1));
        } catch (IllegalStateException e) {
            failures++;
        }
        assert failures == 1 && !map.containsKey(6) && !map.containsKey(22);
        try {
            map.computeIfAbsent(18, key -> map.computeIfAbsent(34, other -> 1));
        } catch (IllegalStateException e) {
            failures++;
        }
        assert failures == 2 && !map.containsKey(18) && map.containsKey(34);
        map.compute(2, (key, old) -> map.merge(50, old, Integer::sum));
        assert map.get(50) == 5 && map.get(2) == 5 && map.remove(50) == 5 && map.size() == 3;
    }
}
