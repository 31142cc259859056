import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Every operation of ArrayList on small lists, with bad indices. */
public class ArrayListOperations {
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
        ArrayList<String> list = new ArrayList<>();
        show("empty", list + " " + list.size() + " " + list.isEmpty());
        for (int index = 0; index < 12; index++) {
            list.add("e" + index);
        }
        list.add(0, "first");
        list.add(13, null);
        list.add(5, "middle");
        show("filled", list);
        show("get", list.get(0) + list.get(5) + list.get(14));
        show("set", list.set(5, "changed") + list.get(5));
        show("index", list.indexOf("e3") + " " + list.indexOf("none") + " " + list.indexOf(null));
        show("last index", list.lastIndexOf("e3") + " " + list.lastIndexOf(null));
        show("contains", list.contains("e11") + " " + list.contains("x"));
        show("remove at", list.remove(0) + " " + list.remove(12));
        show("remove", list.remove("changed") + " " + list.remove("x") + " " + list.remove(null));
        show("left", list);
        attempt("get -1", () -> list.get(-1));
        attempt("get 99", () -> list.get(99));
        attempt("set 99", () -> list.set(99, ""));
        attempt("remove 99", () -> list.remove(99));
        attempt("capacity", () -> new ArrayList<String>(-1));
        attempt("null collection", () -> list.addAll(null));
        try {
            list.add(99, "");
        } catch (IndexOutOfBoundsException exception) {
            show("add 99", exception.getMessage());
        }
        show("add all", list.addAll(Arrays.asList("x", "y")) + " " + list.addAll(new ArrayList<>()));
        show("add all at", list.addAll(1, List.of("p", "q")) + " " + list);
        show("remove all", list.removeAll(Arrays.asList("x", "p", "e9")) + " " + list);
        show("remove if", list.removeIf(text -> text.endsWith("1")) + " " + list);
        list.replaceAll(text -> text + "!");
        show("replace all", list);
        show("retain all", list.retainAll(Arrays.asList("e2!", "e4!", "q!", "zz")) + " " + list);
        Collections.sort(list);
        show("sorted", list);
        list.sort(Collections.reverseOrder());
        show("reversed", list);
        show("equal", list.equals(Arrays.asList("q!", "e4!", "e2!")) + " " + list.equals(new ArrayList<>()));
        show("hash", list.hashCode());
        Object[] array = list.toArray();
        array[0] = "other";
        show("array", Arrays.toString(array) + Arrays.toString(list.toArray(new String[0])));
        show("longer array", Arrays.toString(list.toArray(new String[] {"a", "b", "c", "d", "e"})));
        ArrayList<String> copy = new ArrayList<>(list);
        copy.ensureCapacity(100);
        copy.trimToSize();
        list.clear();
        show("copy", copy + " " + list + " " + copy.containsAll(list) + list.containsAll(copy));
        StringBuilder text = new StringBuilder();
        copy.forEach(element -> text.append(element));
        show("each", text);
        ArrayList<Object> own = new ArrayList<>();
        own.add(own);
        show("itself", own);
    }
}
