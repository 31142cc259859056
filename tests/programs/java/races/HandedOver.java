import java.util.concurrent.ConcurrentHashMap;

public class HandedOver {
    static final ConcurrentHashMap<String, int[]> map = new ConcurrentHashMap<>();

    static void run() {
        int[] made = new int[1];
        made[0] = 3;
        map.put("key", made);
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(HandedOver::run);
        thread.start();
        int[] found = map.get("key");
        if (found != null) {
            found[0]++;
        }
        map.put("other", new int[2]);
        thread.join();
    }
}
