import java.util.AbstractMap;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;

/** Every operation of HashMap, its views and its iterators. */
public class HashMapOperations {
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

    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        show("put", map.put("a", 1) + " " + map.put("b", 2) + " " + map.put("a", 3) + " " + map.put(null, 4));
        show("get", map.get("a") + " " + map.get("x") + " " + map.get(null) + " " + map.getOrDefault("x", 9));
        show("contains", map.containsKey("b") + " " + map.containsKey("x") + map.containsValue(4) + map.containsValue(null));
        map.put("n", null);
        show("absent", map.putIfAbsent("n", 5) + " " + map.putIfAbsent("a", 6) + " " + map.putIfAbsent("c", 7));
        show("now", map);
        show("remove", map.remove("c") + " " + map.remove("x") + " " + map.remove("a", 99) + " " + map.remove("a", 3));
        show("replace", map.replace("b", 20) + " " + map.replace("x", 1) + " " + map.replace("b", 20, 21) + map.replace("b", 0, 1));
        show("compute", map.compute("b", (key, old) -> old + 1) + " " + map.compute("z", (key, old) -> old == null ? 0 : 1));
        show("compute away", map.compute("z", (key, old) -> null) + " " + map.containsKey("z"));
        show("if absent", map.computeIfAbsent("y", key -> key.length()) + " " + map.computeIfAbsent("y", key -> 100));
        show("if present", map.computeIfPresent("y", (key, old) -> old + 10) + " " + map.computeIfPresent("q", (key, old) -> 1));
        show("merge", map.merge("y", 5, Integer::sum) + " " + map.merge("w", 5, Integer::sum) + " " + map.merge("w", 1, (a, b) -> null));
        map.replaceAll((key, value) -> value + 1);
        show("all", map + " " + map.size() + " " + map.isEmpty());
        attempt("merge null", () -> map.merge("y", null, Integer::sum));
        attempt("null function", () -> map.computeIfAbsent("y", null));
        attempt("capacity", () -> new HashMap<String, Integer>(-5));
        attempt("load", () -> new HashMap<String, Integer>(5, -1f));
        Map<String, Integer> other = new HashMap<>(map);
        show("equal", map.equals(other) + " " + (map.hashCode() == other.hashCode()) + " " + map.hashCode());
        other.put("b", 0);
        show("not equal", map.equals(other) + " " + map.equals("text"));
        show("entries", map.entrySet().contains(new AbstractMap.SimpleEntry<>("y", 17)) + " " + map.entrySet().hashCode());
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            show("entry", entry.getKey() + " " + entry.getValue() + " " + entry.setValue(50) + " " + entry);
        }
        show("keys", map.keySet() + " " + map.keySet().contains("b") + map.keySet().remove("b") + map.keySet().remove("b"));
        show("values", map.values() + " " + map.values().contains(50) + map.values().remove(50));
        show("rest", map);
        map.keySet().retainAll(new HashSet<>(Arrays.asList("y")));
        map.put("p", 1);
        map.put("q", 2);
        map.put("r", 3);
        Iterator<String> keys = map.keySet().iterator();
        while (keys.hasNext()) {
            if (keys.next().equals("q")) {
                keys.remove();
            }
        }
        show("without q", map);
        attempt("at the end", () -> keys.next());
        try {
            for (String key : map.keySet()) {
                map.put(key + key, 0);
            }
        } catch (ConcurrentModificationException exception) {
            show("modified", map.size());
        }
        try {
            map.forEach((key, value) -> map.remove("p"));
        } catch (ConcurrentModificationException exception) {
            show("modified in forEach", map.size());
        }
        try {
            map.computeIfAbsent("new", key -> map.put("newer", 1) == null ? 1 : 2);
        } catch (ConcurrentModificationException exception) {
            show("modified in function", map.containsKey("new") + " " + map.containsKey("newer"));
        }
        StringBuilder text = new StringBuilder();
        map.forEach((key, value) -> text.append(key).append(value));
        show("each", text);
        map.clear();
        show("cleared", map + " " + map.size() + " " + map.get("y"));
        map.values().clear();
        map.keySet().clear();
        Map<Object, Object> own = new HashMap<>();
        own.put("me", own);
        show("itself", own);
    }
}
