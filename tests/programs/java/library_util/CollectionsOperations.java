import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The algorithms of Collections, and the views it makes. */
public class CollectionsOperations {
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
        List<Integer> list = new ArrayList<>(Arrays.asList(5, 3, 8, 1, 9, 2, 3));
        Collections.sort(list);
        show("sorted", list);
        show("search", Collections.binarySearch(list, 8) + " " + Collections.binarySearch(list, 4) + " " + Collections.binarySearch(list, 99));
        Collections.reverse(list);
        show("reversed", list + " " + Collections.binarySearch(list, 8, Collections.reverseOrder()));
        Collections.shuffle(list, new Random(42));
        show("shuffled", list);
        Collections.swap(list, 0, 6);
        Collections.rotate(list, 2);
        show("rotated", list);
        Collections.rotate(list, -9);
        show("rotated back", list);
        show("extremes", Collections.min(list) + " " + Collections.max(list) + " " + Collections.max(list, Collections.reverseOrder()));
        show("frequency", Collections.frequency(list, 3) + " " + Collections.frequency(list, 77));
        show("disjoint", Collections.disjoint(list, Arrays.asList(4, 6)) + " " + Collections.disjoint(list, Arrays.asList(4, 9)));
        show("add all", Collections.addAll(list, 7, 7) + " " + list);
        Collections.replaceAll(list, 7, 0);
        show("replaced", list);
        List<Integer> target = new ArrayList<>(Collections.nCopies(10, -1));
        Collections.copy(target, Arrays.asList(1, 2, 3));
        show("copied", target);
        Collections.fill(target, 6);
        show("filled", target);
        attempt("no minimum", () -> Collections.min(new ArrayList<Integer>()));
        attempt("copies", () -> Collections.nCopies(-1, ""));
        attempt("copy", () -> {
            Collections.copy(new ArrayList<Integer>(), target);
            return "";
        });
        List<Integer> fixed = Collections.unmodifiableList(list);
        attempt("fixed add", () -> fixed.add(1));
        attempt("fixed set", () -> fixed.set(0, 1));
        attempt("fixed remove", () -> fixed.remove(0));
        attempt("fixed iterator", () -> {
            Iterator<Integer> each = fixed.iterator();
            each.next();
            each.remove();
            return "";
        });
        list.set(0, 1000);
        show("fixed view", fixed.get(0) + " " + fixed.equals(list) + " " + fixed.subList(1, 3) + fixed.contains(0));
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        Map<String, Integer> fixedMap = Collections.unmodifiableMap(map);
        attempt("fixed put", () -> fixedMap.put("b", 2));
        attempt("fixed entry", () -> fixedMap.entrySet().iterator().next().setValue(3));
        attempt("fixed keys", () -> fixedMap.keySet().remove("a"));
        map.put("c", 3);
        show("fixed map", fixedMap + " " + fixedMap.get("c") + fixedMap.equals(map));
        Set<Integer> fixedSet = Collections.unmodifiableSet(new HashSet<>(list));
        Collection<Integer> fixedCollection = Collections.unmodifiableCollection(list);
        attempt("fixed set clear", () -> fixedSet.removeIf(value -> true));
        show("sizes", fixedSet.size() + " " + fixedCollection.size() + " " + fixedCollection.equals(list));
        show("empty", Collections.emptyList() + "" + Collections.emptySet() + Collections.emptyMap());
        attempt("empty get", () -> Collections.emptyList().get(0));
        attempt("empty add", () -> Collections.<String>emptyList().add(""));
        attempt("empty put", () -> Collections.<String, String>emptyMap().put("", ""));
        show("single", Collections.singletonList(1) + "" + Collections.singleton(2) + Collections.singletonMap("k", "v"));
        attempt("single add", () -> Collections.singleton(1).add(2));
        List<Integer> locked = Collections.synchronizedList(new ArrayList<>());
        locked.add(3);
        locked.addAll(Arrays.asList(1, 2));
        locked.sort(null);
        show("locked", locked + " " + locked.get(1) + " " + locked.equals(Arrays.asList(1, 2, 3)) + locked.remove((Object) 2));
        Map<String, Integer> lockedMap = Collections.synchronizedMap(new HashMap<>());
        lockedMap.merge("x", 1, Integer::sum);
        lockedMap.merge("x", 1, Integer::sum);
        show("locked map", lockedMap + " " + lockedMap.keySet() + lockedMap.values());
        Set<String> fromMap = Collections.newSetFromMap(new HashMap<>());
        show("set from map", fromMap.add("a") + "" + fromMap.add("a") + fromMap);
        show("lists", Collections.list(Collections.enumeration(Arrays.asList(4, 5))));
    }
}
