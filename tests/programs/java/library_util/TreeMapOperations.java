import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Maps and sets in order, their neighbours and their views. */
public class TreeMapOperations {
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
        TreeMap<Integer, String> map = new TreeMap<>();
        attempt("first of none", () -> map.firstKey());
        show("none", map.firstEntry() + " " + map.pollLastEntry() + " " + map.floorKey(1) + " " + map);
        for (int key : new int[] {50, 20, 80, 10, 30, 70, 90, 20}) {
            show("put " + key, map.put(key, "v" + key));
        }
        show("map", map + " " + map.size());
        show("ends", map.firstKey() + " " + map.lastKey() + " " + map.firstEntry() + " " + map.lastEntry());
        show("around 30", map.lowerKey(30) + " " + map.floorKey(30) + " " + map.ceilingKey(30) + " " + map.higherKey(30));
        show("around 35", map.lowerEntry(35) + " " + map.floorEntry(35) + " " + map.ceilingEntry(35) + " " + map.higherEntry(35));
        show("outside", map.lowerKey(10) + " " + map.higherKey(90) + " " + map.floorKey(5) + " " + map.ceilingKey(95));
        attempt("null key", () -> map.get(null));
        attempt("put null", () -> map.put(null, ""));
        attempt("change of entry", () -> map.firstEntry().setValue("x"));
        show("get", map.get(70) + " " + map.get(71) + " " + map.containsKey(10) + map.containsValue("v90"));
        show("poll", map.pollFirstEntry() + " " + map.pollLastEntry() + " " + map);
        SortedMap<Integer, String> head = map.headMap(50);
        NavigableMap<Integer, String> tail = map.tailMap(50, false);
        NavigableMap<Integer, String> middle = map.subMap(20, false, 70, true);
        show("views", head + " " + tail + " " + middle + " " + middle.size());
        middle.put(40, "new");
        show("through", map + " " + head);
        attempt("out of range", () -> middle.put(20, ""));
        attempt("bad range", () -> map.subMap(5, 1));
        attempt("wider range", () -> middle.headMap(99, true));
        map.remove(30);
        show("after", middle + " " + middle.firstKey() + " " + middle.lastEntry() + " " + middle.ceilingKey(1));
        NavigableMap<Integer, String> down = map.descendingMap();
        show("down", down + " " + down.firstKey() + " " + down.higherKey(50) + " " + down.headMap(50) + down.floorKey(45));
        show("down of down", down.descendingMap() + " " + map.descendingKeySet());
        for (Map.Entry<Integer, String> entry : map.entrySet()) {
            entry.setValue(entry.getValue() + "!");
        }
        show("entries", map + " " + map.values());
        show("compute", map.merge(50, "+", String::concat) + " " + map.computeIfAbsent(51, key -> "n") + " " + map.compute(51, (k, v) -> null));
        attempt("modified", () -> {
            for (Integer key : map.keySet()) {
                map.remove(50);
                map.put(50, "");
            }
            return map;
        });
        show("keys", map.keySet().removeAll(Arrays.asList(20, 40)) + " " + map);
        TreeMap<String, Integer> words = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        for (String word : "pear fig apple kiwi plum banana date fig".split(" ")) {
            words.merge(word, 1, Integer::sum);
        }
        show("words", words + " " + new TreeMap<>(words).firstKey() + " " + words.headMap("kiwi", true));
        TreeSet<Integer> set = new TreeSet<>(Arrays.asList(5, 1, 4, 1, 3));
        show("set", set + " " + set.add(4) + set.add(2) + set.remove(5) + set.remove(9) + set);
        show("set ends", set.first() + " " + set.last() + " " + set.floor(0) + " " + set.ceiling(3) + " " + set.higher(3) + set.lower(3));
        show("set views", set.headSet(3) + " " + set.tailSet(3) + " " + set.subSet(2, 4) + " " + set.descendingSet());
        show("set poll", set.pollFirst() + " " + set.pollLast() + " " + set);
        NavigableSet<Integer> part = set.headSet(3, true);
        part.add(1);
        show("set through", set + " " + part + " " + part.contains(9));
        attempt("set range", () -> part.add(7));
        attempt("set null", () -> set.add(null));
        attempt("empty set", () -> new TreeSet<Integer>().first());
        TreeSet<String> folded = new TreeSet<>((a, b) -> a.compareToIgnoreCase(b));
        folded.addAll(Arrays.asList("b", "A", "a", "B", "c"));
        show("folded", folded + " " + folded.contains("C") + " " + folded.equals(new TreeSet<>(Arrays.asList("A", "b", "c"))));
    }
}
