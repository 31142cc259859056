// poll() answers null where remove() throws.
import java.util.ArrayDeque;
import java.util.Deque;

class NoElementRight {
    public static void main(String[] args) {
        Deque<Integer> queue = new ArrayDeque<>();
        queue.add(1);
        int taken = 0;
        while (queue.poll() != null) {
            taken++;
        }
        assert taken == 1;
    }
}
