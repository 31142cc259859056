import java.util.concurrent.ConcurrentHashMap;

/** A function may change other bins of the map it computes a value for, and no one waits for bins of others. */
public class NestedUpdates {
    static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    static int failures;

    static int fibonacci(int n) {
        return n < 2 ? n : map.computeIfAbsent(n, key -> fibonacci(key - 1) + fibonacci(key - 2));
    }

    public static void main(String[] arguments) throws InterruptedException {
        assert fibonacci(5) == 5 && map.size() == 4;
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
        assert map.get(50) == 1 && map.get(2) == 1 && map.remove(50) == 1 && map.size() == 5;
        Thread thread = new Thread(() -> map.put(8, 1));
        map.compute(7, (key, old) -> {
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                return null;
            }
            return map.get(8);
        });
        assert map.get(7) == 1;
    }
}
