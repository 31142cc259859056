import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedList;

/** LinkedList as a list, a queue and a stack. */
public class LinkedListOperations {
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
        LinkedList<Integer> list = new LinkedList<>();
        attempt("first of none", () -> list.getFirst());
        attempt("last of none", () -> list.getLast());
        attempt("remove from none", () -> list.remove());
        attempt("pop from none", () -> list.pop());
        attempt("element of none", () -> list.element());
        show("nothing", list.peek() + " " + list.poll() + " " + list.peekLast() + " " + list.pollLast());
        list.add(1);
        list.addFirst(0);
        list.addLast(2);
        list.push(-1);
        list.offer(3);
        list.offerFirst(-2);
        list.offerLast(4);
        list.add(3, 100);
        list.add(null);
        show("filled", list + " " + list.size());
        show("ends", list.getFirst() + " " + list.getLast() + " " + list.peekFirst() + " " + list.element());
        show("get", list.get(3) + " " + list.set(3, 101) + " " + list.get(3));
        show("index", list.indexOf(null) + " " + list.lastIndexOf(2) + " " + list.indexOf(77));
        show("remove", list.remove(3) + " " + list.remove((Object) 2) + " " + list.remove((Object) 77));
        show("poll", list.poll() + " " + list.pollLast() + " " + list.pop() + " " + list.removeLast());
        show("left", list);
        attempt("get 9", () -> list.get(9));
        attempt("set -1", () -> list.set(-1, 0));
        attempt("remove 9", () -> list.remove(9));
        try {
            list.add(9, 9);
        } catch (IndexOutOfBoundsException exception) {
            show("add 9", exception.getMessage());
        }
        list.addAll(Arrays.asList(5, 6, 5, 7));
        list.addAll(1, Arrays.asList(8, 9));
        show("more", list + " " + list.removeFirstOccurrence(5) + " " + list.removeLastOccurrence(5) + " " + list);
        Iterator<Integer> down = list.descendingIterator();
        StringBuilder text = new StringBuilder();
        while (down.hasNext()) {
            int value = down.next();
            text.append(value).append(' ');
            if (value == 8) {
                down.remove();
            }
        }
        show("down", text + "" + list);
        show("equal", list.equals(Arrays.asList(0, 9, 1, 3, 6, 7)) + " " + list.hashCode());
        LinkedList<Integer> copy = new LinkedList<>(list);
        list.clear();
        show("copy", copy + " " + list + " " + list.isEmpty() + " " + Arrays.toString(copy.toArray(new Integer[2])));
    }
}
