import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What List.of, Set.of and Map.of give. */
public class ImmutableCollections {
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
        List<Integer> list = List.of(3, 1, 2);
        show("list", list + " " + list.size() + " " + list.get(1) + " " + list.contains(2) + list.indexOf(9) + " " + list.hashCode());
        show("sizes", List.of() + "" + List.of(1) + List.of(1, 2) + List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
        attempt("add", () -> list.add(1));
        attempt("set", () -> list.set(0, 1));
        attempt("remove", () -> list.remove(0));
        attempt("remove if", () -> list.removeIf(value -> false));
        attempt("sort", () -> {
            list.sort(null);
            return "";
        });
        attempt("null element", () -> List.of(1, null));
        attempt("contains null", () -> list.contains(null));
        attempt("get", () -> list.get(3));
        show("equal", list.equals(Arrays.asList(3, 1, 2)) + " " + Arrays.asList(3, 1, 2).equals(list));
        List<Integer> source = new ArrayList<>(Arrays.asList(1, 2));
        List<Integer> copy = List.copyOf(source);
        source.add(3);
        show("copy", copy + " " + (List.copyOf(copy) == copy));
        Set<Integer> set = Set.of(5, 6, 7);
        show("set", new TreeSet<>(set) + " " + set.size() + " " + set.contains(6) + set.contains(8) + " " + set.equals(new TreeSet<>(set)) + set.hashCode());
        attempt("duplicate", () -> Set.of(1, 2, 1));
        attempt("set add", () -> set.add(1));
        attempt("set null", () -> Set.of(1, null));
        Map<String, Integer> map = Map.of("a", 1, "b", 2, "c", 3);
        show("map", new TreeMap<>(map) + " " + map.get("b") + " " + map.get("z") + " " + map.getOrDefault("z", 9) + map.containsKey("a") + map.containsValue(3));
        attempt("duplicate key", () -> Map.of("a", 1, "a", 2));
        attempt("put", () -> map.put("d", 4));
        attempt("merge", () -> map.merge("a", 4, Integer::sum));
        attempt("get null", () -> map.get(null));
        attempt("null value", () -> Map.of("a", null));
        show("entry", Map.entry("k", 1) + " " + Map.ofEntries(Map.entry("x", 1)) + " " + Map.entry("k", 1).equals(Map.entry("k", 1)));
        attempt("entry change", () -> Map.entry("k", 1).setValue(2));
        int sum = 0;
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            sum += entry.getValue();
        }
        show("sum", sum + " " + map.equals(new TreeMap<>(map)) + " " + map.hashCode());
    }
}
