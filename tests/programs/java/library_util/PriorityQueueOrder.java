import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;

/** The shape of the heap, and the order in which its elements come. */
public class PriorityQueueOrder {
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
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        attempt("none", () -> queue.remove());
        attempt("element of none", () -> queue.element());
        attempt("null", () -> queue.add(null));
        show("peek", queue.peek() + " " + queue.poll());
        for (int value : new int[] {9, 4, 7, 1, 8, 2, 6, 3, 5, 0, 4, 9, 11}) {
            queue.add(value);
            show("heap", queue);
        }
        show("contains", queue.contains(6) + " " + queue.contains(60) + " " + queue.size());
        show("remove", queue.remove(4) + " " + queue.remove(60) + " " + queue);
        List<Integer> walked = new ArrayList<>();
        Iterator<Integer> each = queue.iterator();
        while (each.hasNext()) {
            int value = each.next();
            walked.add(value);
            if (value % 3 == 0) {
                each.remove();
            }
        }
        show("walked", walked + " " + queue);
        StringBuilder text = new StringBuilder();
        while (!queue.isEmpty()) {
            text.append(queue.poll()).append(' ');
        }
        show("in order", text);
        PriorityQueue<String> words = new PriorityQueue<>(Comparator.comparing(String::length));
        Collections.addAll(words, "cc", "a", "dddd", "b", "eee", "ff");
        show("words", words + " " + words.poll() + words.poll() + " " + words);
        show("heapified", new PriorityQueue<>(Arrays.asList(5, 3, 8, 1, 9, 2)) + " " + new PriorityQueue<>(new TreeSet<>(Arrays.asList(3, 1, 2))));
        show("copied", new PriorityQueue<>(words) + " " + (new PriorityQueue<>(words).comparator() != null));
        PriorityQueue<Integer> down = new PriorityQueue<>(2, Collections.reverseOrder());
        down.addAll(Arrays.asList(1, 5, 2, 4, 3));
        show("down", down + " " + down.peek() + " " + Arrays.toString(down.toArray()));
        attempt("modified", () -> {
            for (Integer value : down) {
                down.add(value);
            }
            return down;
        });
        attempt("capacity", () -> new PriorityQueue<Integer>(0));
        attempt("not comparable", () -> {
            PriorityQueue<Object> objects = new PriorityQueue<>();
            return objects.add(new Object());
        });
        show("remove if", down.removeIf(value -> value > 4) + " " + down);
        down.clear();
        show("cleared", down);
    }
}
