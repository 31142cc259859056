import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Orders by insertion and by access, and a cache that forgets. */
public class LinkedHashMapOrder {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (NullPointerException | ClassCastException exception) {
            System.out.println(what + " fails: " + exception.getClass().getName());
        } catch (Exception exception) {
            System.out.println(what + " fails: " + exception.getClass().getName() + ", " + exception.getMessage());
        }
    }

    static class Cache<K, V> extends LinkedHashMap<K, V> {
        private final int most;

        Cache(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> map = new LinkedHashMap<>();
        for (String word : "one two three four five six seven eight nine ten eleven twelve thirteen".split(" ")) {
            map.put(word, word.length());
        }
        map.put("one", 100);
        map.remove("five");
        map.put("five", 5);
        map.computeIfAbsent("zero", key -> 0);
        map.merge("two", 1, Integer::sum);
        show("inserted", map);
        Map<String, Integer> byAccess = new LinkedHashMap<>(8, 0.75f, true);
        for (String word : "a b c d e".split(" ")) {
            byAccess.put(word, 0);
        }
        byAccess.get("b");
        byAccess.getOrDefault("a", 1);
        byAccess.put("c", 9);
        byAccess.containsKey("d");
        byAccess.putIfAbsent("e", 2);
        show("accessed", byAccess);
        attempt("get while iterating", () -> {
            for (String key : byAccess.keySet()) {
                byAccess.get("d");
            }
            return "done";
        });
        Cache<Integer, String> cache = new Cache<>(3);
        for (int key = 0; key < 6; key++) {
            cache.put(key, "v" + key);
            cache.get(3);
            show("cache", cache.keySet());
        }
        Iterator<Map.Entry<Integer, String>> entries = cache.entrySet().iterator();
        entries.next();
        entries.remove();
        show("entry removed", cache + " " + cache.values());
        Set<Integer> set = new LinkedHashSet<>(Arrays.asList(5, 3, 9, 3, 1, 5, 7));
        show("set", set + " " + set.add(3) + set.add(4) + set.remove(9) + set.contains(1) + set);
        show("copies", new LinkedHashMap<>(map).keySet().equals(map.keySet()) + " " + new LinkedHashSet<>(set));
        map.clear();
        show("cleared", map + " " + map.keySet());
    }
}
