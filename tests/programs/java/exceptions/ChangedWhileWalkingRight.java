// The iterator itself removes the elements.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

class ChangedWhileWalkingRight {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            list.add(i);
        }
        for (Iterator<Integer> it = list.iterator(); it.hasNext(); ) {
            if (it.next() % 2 == 0) {
                it.remove();
            }
        }
        assert list.size() == 2;
    }
}
