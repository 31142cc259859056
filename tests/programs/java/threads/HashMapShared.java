// A map has no floating-point number unless somebody gives it a load factor, so that threads are searched in native code.
import java.util.HashMap;
class HashMapShared {
    static int sum;
    public static void main(String[] a) throws InterruptedException {
        HashMap<String, Integer> map = new HashMap<>();
        map.put("x", 1);
        Thread t = new Thread(() -> { synchronized (map) { map.put("y", 2); } });
        t.start();
        synchronized (map) { map.put("x", 3); }
        t.join();
        assert map.get("x") + map.get("y") == 5;
    }
}
