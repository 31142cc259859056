import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Vector;

/** Iterators of lists, and what they say when the list changes behind their back. */
public class ListIterators {
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

    static void walk(String name, List<Integer> list) {
        list.addAll(Arrays.asList(1, 2, 3, 4, 5, 6));
        Iterator<Integer> each = list.iterator();
        int sum = 0;
        while (each.hasNext()) {
            int value = each.next();
            sum += value;
            if (value % 2 == 0) {
                each.remove();
            }
        }
        show(name + " odd", list + " " + sum);
        attempt(name + " at the end", () -> each.next());
        Iterator<Integer> fresh = list.iterator();
        try {
            fresh.remove();
        } catch (IllegalStateException exception) {
            show(name + " remove first", exception.getMessage());
        }
        ListIterator<Integer> both = list.listIterator();
        both.next();
        both.add(10);
        both.next();
        both.set(30);
        show(name + " both", list + " " + both.nextIndex() + " " + both.previousIndex());
        show(name + " back", both.previous() + " " + both.previous() + " " + both.hasPrevious());
        both.remove();
        show(name + " removed", list + " " + both.nextIndex() + both.hasNext());
        ListIterator<Integer> end = list.listIterator(list.size());
        StringBuilder text = new StringBuilder();
        while (end.hasPrevious()) {
            text.append(end.previous()).append(' ');
        }
        show(name + " backwards", text);
        attempt(name + " before the start", () -> end.previous());
        attempt(name + " bad start", () -> list.listIterator(9));
        try {
            for (Integer value : list) {
                if (value == 1) {
                    list.add(99);
                }
            }
            show(name, "no exception");
        } catch (ConcurrentModificationException exception) {
            show(name + " modified", exception.getMessage() + " " + list);
        }
        for (Integer value : list) {
            if (value == 5) {
                list.remove(value);
            }
        }
        show(name + " last but one", list);
        List<Integer> part = list.subList(1, 3);
        show(name + " part", part + " " + part.size() + " " + part.indexOf(99));
        part.add(7);
        part.set(0, 8);
        show(name + " through", list + " " + part);
        part.remove(1);
        list.add(1000);
        attempt(name + " part after change", () -> part.size());
        List<Integer> front = list.subList(0, 2);
        front.clear();
        show(name + " front cleared", list + " " + front);
        attempt(name + " bad part", () -> list.subList(2, 1));
        attempt(name + " long part", () -> list.subList(0, 100));
        attempt(name + " low part", () -> list.subList(-1, 1));
    }

    public static void main(String[] args) {
        walk("array", new ArrayList<>());
        walk("linked", new LinkedList<>());
        walk("vector", new Vector<>());
        List<Integer> list = new ArrayList<>(Arrays.asList(1, 2, 3));
        try {
            list.forEach(value -> {
                show("each", value);
                list.add(value);
            });
        } catch (ConcurrentModificationException exception) {
            show("each fails", list);
        }
        try {
            list.removeIf(value -> list.add(0));
        } catch (ConcurrentModificationException exception) {
            show("remove if fails", list);
        }
    }
}
