import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.Iterator;

/** ArrayDeque as a queue and a stack, growing and wrapping around. */
public class ArrayDequeOperations {
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
        Deque<Integer> deque = new ArrayDeque<>();
        attempt("first of none", () -> deque.getFirst());
        attempt("last of none", () -> deque.removeLast());
        attempt("pop from none", () -> deque.pop());
        attempt("null", () -> deque.add(null));
        attempt("null first", () -> deque.offerFirst(null));
        show("none", deque.poll() + " " + deque.peek() + " " + deque.peekLast() + " " + deque.contains(null));
        int sum = 0;
        for (int round = 0; round < 40; round++) {
            deque.addLast(round);
            if (round % 3 == 0) {
                deque.addFirst(-round);
            }
            if (round % 2 == 0) {
                sum += deque.pollFirst();
            }
        }
        show("rounds", deque + " " + deque.size() + " " + sum);
        show("ends", deque.getFirst() + " " + deque.getLast() + " " + deque.element() + " " + deque.peekFirst());
        deque.push(7);
        show("stack", deque.pop() + " " + deque.remove() + " " + deque.removeLast() + " " + deque.pollLast());
        show("occurrences", deque.removeFirstOccurrence(30) + " " + deque.removeLastOccurrence(31) + " " + deque.remove(99) + deque.contains(33));
        deque.clear();
        deque.addAll(Arrays.asList(1, 2, 3, 4, 5, 6));
        Iterator<Integer> each = deque.iterator();
        while (each.hasNext()) {
            if (each.next() % 2 == 0) {
                each.remove();
            }
        }
        show("odd", deque);
        attempt("at the end", () -> each.next());
        Iterator<Integer> down = deque.descendingIterator();
        show("down", down.next() + " " + down.next());
        down.remove();
        show("without 3", deque);
        int count = 0;
        for (Integer value : deque) {
            deque.addLast(value * 10);
            count++;
        }
        show("added while iterating", deque + " " + count);
        try {
            for (Integer value : deque) {
                deque.pollLast();
            }
        } catch (ConcurrentModificationException exception) {
            show("taken while iterating", deque);
        }
        deque.addAll(Arrays.asList(4, 5, 6));
        show("arrays", Arrays.toString(deque.toArray()) + Arrays.toString(deque.toArray(new Integer[0])));
        show("remove if", deque.removeIf(value -> value > 4) + " " + deque + " " + new ArrayDeque<>(deque).equals(deque));
        StringBuilder text = new StringBuilder();
        deque.forEach(value -> text.append(value).append(';'));
        show("each", text);
    }
}
