// A list is changed while a loop walks over it.
import java.util.ArrayList;
import java.util.List;

class ChangedWhileWalkingFaulty {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            list.add(i);
        }
        for (Integer i : list) {
            if (i % 2 == 0) {
                list.remove(i);
            }
        }
    }
}
