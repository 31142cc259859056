import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class ReplacedElement {
    static final List<Integer> list = new ArrayList<>(Arrays.asList(1, 2));

    static void run() {
        list.set(0, 5);
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(ReplacedElement::run);
        thread.start();
        int value = list.get(0);
        thread.join();
    }
}
