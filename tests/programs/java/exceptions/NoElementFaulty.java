// An element is taken from an empty queue.
import java.util.ArrayDeque;
import java.util.Deque;

class NoElementFaulty {
    public static void main(String[] args) {
        Deque<Integer> queue = new ArrayDeque<>();
        queue.add(1);
        queue.removeFirst();
        queue.removeFirst();
    }
}
