import java.util.concurrent.ConcurrentHashMap;

/** A function that computes a value for one bin waits for a thread that changes another one. */
public class BinsOfTheirOwn {
    static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        Thread thread = new Thread(() -> map.put(8, 1));
        map.compute(7, (key, old) -> {
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                return null;
            }
            return 1;
        });
    }
}
